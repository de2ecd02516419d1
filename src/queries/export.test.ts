import { expect, test } from 'vitest'
import { exportSections } from '#contract/limits.ts'
import type { Api } from '#src/api/client.ts'
import { fetchExport } from './export.ts'

type Asked = { section: string; cursor?: string }

/** A server whose ledger has three pages, and whose other sections have one. */
const apiOf = (asked: Asked[], failAt?: string): Api => {
  const pages: Record<string, { rows: object[]; next: string | null }> = {
    '': { rows: [{ id: 1 }], next: 'a' },
    a: { rows: [{ id: 2 }], next: 'b' },
    b: { rows: [{ id: 3 }], next: null },
  }
  const call = async (_: string, { section, cursor = '' }: Asked) => {
    asked.push({ section, ...(cursor !== '' && { cursor }) })
    if (section === failAt) throw new Error('gone')
    return { section, ...(section === 'ledger' ? pages[cursor] : { rows: [], next: null }) }
  }
  return { call } as unknown as Api
}

const options = (done: number[]) => ({
  now: new Date('2026-11-21T08:00:00.000Z'),
  signal: new AbortController().signal,
  onSection: (count: number) => void done.push(count),
})

test('every section is fetched to its last page, in order, and counted', async () => {
  const asked: Asked[] = []
  const done: number[] = []
  const data = await fetchExport(apiOf(asked), options(done))
  expect(Object.keys(data)).toEqual(['app', 'exportedAt', ...exportSections])
  expect(data.ledger).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(asked.filter(({ section }) => section === 'ledger').map(({ cursor }) => cursor)).toEqual([
    undefined,
    'a',
    'b',
  ])
  expect(done.at(-1)).toBe(exportSections.length)
})

test('what breaks off in the middle gives nothing', async () => {
  await expect(fetchExport(apiOf([], 'orders'), options([]))).rejects.toThrow('gone')
})
