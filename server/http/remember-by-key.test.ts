import { expect, it } from 'vitest'
import { rememberByKey } from './remember-by-key.ts'

const createLibrary = (found: Record<string, string>) => {
  const asked: string[] = []
  let nowMs = 1_000_000
  const read = rememberByKey(
    async (key) => {
      asked.push(key)
      if (found[key] === 'broken') throw new Error('the database is away')
      return found[key]
    },
    { forMs: 2000, max: 2, clock: () => new Date(nowMs) },
  )
  return { read, asked, advance: (ms: number) => (nowMs += ms) }
}

it('asks once for all who come together, and again when the time is over', async () => {
  const { read, asked, advance } = createLibrary({ a: '1' })
  expect(await Promise.all([read('a'), read('a')])).toEqual(['1', '1'])
  advance(1999)
  await read('a')
  expect(asked).toEqual(['a'])
  advance(2)
  await read('a')
  expect(asked).toEqual(['a', 'a'])
})

it('keeps neither a failure nor an absence', async () => {
  const found: Record<string, string> = { a: 'broken' }
  const { read } = createLibrary(found)
  await expect(read('a')).rejects.toThrow('away')
  expect(await read('b')).toBeUndefined()
  Object.assign(found, { a: '1', b: '2' })
  expect([await read('a'), await read('b')]).toEqual(['1', '2'])
})

it('keeps no more keys than it was told', async () => {
  const { read, asked } = createLibrary({ a: '1', b: '2', c: '3' })
  for (const key of ['a', 'b', 'c', 'a']) await read(key)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
