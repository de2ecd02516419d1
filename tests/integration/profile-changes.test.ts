import { expect, test } from 'vitest'
import type { ProfileUpdate } from '#contract/account.ts'
import { newId } from '#server/lib/new-id.ts'
import { profileChanges, withWaitingChanges } from '#src/queries/profile-changes.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/** Settings that are changed one after another while nothing gets through. */

const server = await serverOfFile()

test('every field that was changed without a network shows and arrives, the last change of each', async () => {
  const student = await server.signIn()
  const before = (await student.call('GET /profile')).data
  const device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  const { account } = device.openPage(student.studentId, student.token)
  const change = async (update: ProfileUpdate): Promise<void> => {
    for (const { input, coalesceKey } of profileChanges(update))
      await account.enqueue('PUT /profile', input, coalesceKey)
  }

  await device.run(async () => {
    await change({ study: { dailyGoal: 35 } })
    await change({ study: { newCardsPerDay: 15 } })
    await change({ name: '小满', avatar: '' })
    await change({ study: { autoplay: true, dailyGoal: 40 } })
    await change({ name: '小满二' })
  })
  const after = {
    ...before,
    name: '小满二',
    study: { ...before.study, dailyGoal: 40, newCardsPerDay: 15, autoplay: true },
  }
  const waiting = await device.run(() => account.waitingCalls())
  expect(withWaitingChanges(before, waiting)).toEqual(after)
  expect(await device.run(() => account.drain())).toEqual({ status: 'empty' })
  expect((await student.call('GET /profile')).data).toEqual(after)
})
