import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createLibraryFolder, smallLibrary } from '#tests/support/library-files.ts'
import { loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const staffPhone = '13900001111'
const library = await createLibraryFolder(smallLibrary)
afterAll(() => library.close())
const server = await serverOfFile({
  config: { staffPhones: new Set([staffPhone]), libraryDir: library.folder },
})
await loadTestLibrary(server.deps)
const staff = await server.signIn(staffPhone)

const report = async (student: TestStudent, cardId: string, comment = '') => {
  server.clock.advance(1000)
  const input = { id: tang.packId, cardId, reportId: randomUUID(), problem: 'typo', comment } as const
  expect((await student.call('POST /card-packs/:id/cards/:cardId/report', input)).code).toBe(2000)
}
const own = async (student: TestStudent) => (await student.call('GET /card-reports', {})).data
const cardsOf = (student: TestStudent) => student.call('GET /card-reports/open', {})

describe('what students reported', () => {
  it('is shown to each of them alone, with what became of it', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()]
    const { db } = server.deps.database
    const [first, second] = tang.previews
    await report(one, first, '第二句错了')
    await report(one, second)
    expect(await own(other)).toMatchObject({ items: [], total: 0, isStaff: false })
    expect(await own(one)).toMatchObject({
      total: 2,
      items: [
        { card: { id: second }, comment: '', status: 'received' },
        { card: { id: first }, pack: { id: tang.packId }, comment: '第二句错了', status: 'received' },
      ],
    })
    await db.updateTable('cards').set({ hash: 'mended' }).where('id', '=', second).execute()
    expect((await staff.call('POST /card-reports/:cardId/close', { cardId: first })).data).toEqual({
      closed: 1,
    })
    expect((await own(one)).items.map(({ status }) => status)).toEqual(['updated', 'closed'])
  })

  it('is shown to staff, whom the operator names, with the file and line of the card', async () => {
    const student = await server.signIn()
    const [first] = tang.previews
    await report(student, first, '多了一个字')
    await report(await server.signIn(), first, '错别字')
    const { data } = await cardsOf(staff)
    const found = data.items.find(({ id }) => id === first)
    const lines = smallLibrary['packs/tang.yaml']!.split('\n')
    expect(found).toMatchObject({
      reports: 2,
      problems: ['typo'],
      comments: ['错别字', '多了一个字'],
      changed: false,
      source: {
        file: 'library/packs/tang.yaml',
        line: lines.findIndex((line) => line.includes('id: jingyesi')) + 1,
      },
    })
    expect(JSON.stringify(data)).not.toContain(student.studentId)
    expect((await own(staff)).isStaff).toBe(true)
    expect(JSON.stringify(await own(staff))).not.toContain(staffPhone)
  })

  it('is refused to everybody else, also to staff who have given up the number', async () => {
    const student = await server.signIn()
    const refused = { status: 403, code: 4030 }
    expect(await cardsOf(student)).toMatchObject(refused)
    const cardId = tang.previews[0]
    expect(await student.call('POST /card-reports/:cardId/close', { cardId })).toMatchObject(refused)
    const { db } = server.deps.database
    await db.updateTable('students').set({ phone: '13900002222' }).where('id', '=', staff.studentId).execute()
    expect(await cardsOf(staff)).toMatchObject(refused)
    expect((await own(staff)).isStaff).toBe(false)
  })
})
