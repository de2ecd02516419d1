import { expect } from 'vitest'
import { listAccounts } from '#src/offline/accounts.ts'
import { longPauseMs } from './classroom.ts'
import { outboxOf, waitsForItsPack } from './outbox-of.ts'
import type { Classroom, Seat, Student } from './school.ts'
import { changeTo, receive, restart, unlock } from './seat.ts'

/** Every network, clock and database is well again, and everybody who left something here comes back. */

const sendAll = async (seat: Seat): Promise<void> => {
  const outcome = await seat.page.account.retryAll()
  expect([outcome, seat.device.log.slice(-3)]).toMatchObject([{ status: 'empty' }, expect.anything()])
}

/** Whoever sits here sends the study records of all who did; calls wait for their owner. */
const sendForOther = async (seat: Seat, { studentId }: Student): Promise<void> => {
  const here = (await listAccounts()).map(({ accountId }) => accountId)
  if (here.includes(studentId)) {
    const { account } = seat.device.openOther(studentId)
    await account.drain({ ignoreBackoff: true })
    await account.close()
  }
  const rows = await outboxOf(seat.device, studentId)
  const left = rows.filter(
    (row) => row.kind !== 'call' && row.state === 'pending' && !waitsForItsPack(row, rows),
  )
  expect(left, 'records of who is signed out').toEqual([])
}

const readableStores = ['journal', 'states', 'unseen', 'cards', 'packs', 'catalogues', 'days'] as const

/** Of who is not signed in nothing can be read. */
const expectUnreadable = async (seat: Seat, { studentId }: Student): Promise<void> => {
  const database = seat.device.database(studentId)
  await database.use(async (connection) => {
    for (const store of readableStores)
      expect([store, await connection.getAll(store)], 'readable by somebody else').toEqual([store, []])
  })
  await database.close()
  const row = (await listAccounts()).find(({ accountId }) => accountId === studentId)
  expect(row?.setAside ?? [], 'a database of who is signed out').toEqual([])
}

const otherThan = ({ students }: Classroom, student: Student): Student =>
  students.find((one) => one !== student)!

export async function heal(classroom: Classroom): Promise<void> {
  classroom.server.clock.advance(longPauseMs)
  for (const seat of classroom.seats)
    await seat.device.run(async () => {
      const other = otherThan(classroom, seat.student)
      await unlock(seat)
      await restart(seat)
      await sendAll(seat)
      await sendForOther(seat, other)
      await expectUnreadable(seat, other)
      if ((await outboxOf(seat.device, other.studentId)).length === 0) return
      await changeTo(classroom, seat, other)
      await sendAll(seat)
      await expectUnreadable(seat, otherThan(classroom, other))
    })
  for (const seat of classroom.seats) {
    seat.device.clockErrorMs = 0
    await seat.device.run(() => receive(classroom, seat))
  }
}
