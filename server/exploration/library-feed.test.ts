import { expect, it } from 'vitest'
import type { Input } from '#contract/api.ts'
import { smallLibrary } from '#tests/support/library-files.ts'
import { jihe, loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()
const student = await server.signIn()

const packsOf = async (filter: Partial<Input<'GET /exploration/card-faces'>>) => {
  const { data } = await student.call('GET /exploration/card-faces', { seed: 1, limit: 30, ...filter })
  return new Set(data.items.map(({ pack }) => pack.id))
}

it('the feed has the cards of the library where its files say, also after they change', async () => {
  await loadTestLibrary(server.deps)
  expect(await packsOf({})).toEqual(new Set([tang.packId, jihe.packId]))
  expect(await packsOf({ gradeId: 'g7', subjectId: 'yuwen' })).toEqual(new Set([tang.packId]))

  const { 'packs/tang.yaml': file = '' } = smallLibrary
  await loadTestLibrary(server.deps, {
    ...smallLibrary,
    'packs/tang.yaml': file.replace('grade: g7', 'grade: g10'),
  })
  expect(await packsOf({ gradeId: 'g7' })).toEqual(new Set())
  expect(await packsOf({ gradeId: 'gaozhong', subjectId: 'yuwen' })).toEqual(new Set([tang.packId]))

  const { 'packs/tang.yaml': _, ...rest } = smallLibrary
  await loadTestLibrary(server.deps, { ...rest, 'featured.yaml': '- jihe\n' })
  expect(await packsOf({})).toEqual(new Set([jihe.packId]))
  await loadTestLibrary(server.deps)
  expect(await packsOf({ gradeId: 'g7' })).toEqual(new Set([tang.packId]))
})
