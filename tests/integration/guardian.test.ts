import { expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/** What a student under 14 does before a guardian has agreed, through real client code to the real server. */

const server = await serverOfFile()

test('a favourite waits on the device for the guardian, and is sent once there is consent', async () => {
  const student = await server.signIn()
  const { packId } = await server.insertPack({ cardCount: 3, previewCount: 1 })
  await student.call('POST /account/age-band', { ageBand: 'under14' })
  const device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  const { account } = device.openPage(student.studentId, student.token)
  const favorites = async () => (await student.call('GET /card-packs/favorites')).data.items

  await device.run(() =>
    account.enqueue('POST /card-packs/:id/favorite', { id: packId }, `favorite:${packId}`),
  )
  expect(await device.run(() => account.drain({ ignoreBackoff: true }))).toEqual({ status: 'empty' })
  expect(await device.run(() => account.status())).toEqual({ waiting: 1, setAside: 0, refused: 0 })
  expect(await device.run(() => account.waitingCalls())).toHaveLength(1)
  expect(await favorites()).toEqual([])

  const guardian = '13700001111'
  const code = await codeFor(server, guardian, 'guardian')
  await student.call('POST /account/guardian-consent', { phone: guardian, code, agreed: true })
  await device.run(() => account.retryAll())
  expect(await device.run(() => account.status())).toEqual({ waiting: 0, setAside: 0, refused: 0 })
  expect(await favorites()).toMatchObject([{ id: packId }])
})
