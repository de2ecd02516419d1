import { deleteDatabase } from '#src/offline/database.ts'
import { cardsOfPack, createPack } from '#src/queries/private-packs/private-pack-calls.ts'
import { changeDatabase } from './device-storage.ts'
import { outboxOf } from './outbox-of.ts'
import type { Seat, Student } from './school.ts'
import { databaseName, restart, unlock } from './seat.ts'

/** What may happen to the databases of a device. */

/** What a student wanted and only this database knew: calls have no second place. */
const forgetCalls = async (seat: Seat, { studentId, wishes }: Student): Promise<void> => {
  for (const row of await outboxOf(seat.device, studentId)) {
    if (row.kind !== 'call') continue
    for (const topic of wishes.topics.get(row.coalesceKey) ?? []) wishes.lost.add(topic)
    if (row.endpoint !== createPack && row.endpoint !== cardsOfPack) continue
    const packId = String(row.input.packId)
    if (row.endpoint === createPack) wishes.orphans.add(packId)
    for (const topic of wishes.values.keys())
      if (topic === `pack:${packId}` || topic.startsWith('card:')) wishes.lost.add(topic)
  }
}

/** The browser throws a database away: what was not sent comes back from the second place. */
export async function loseDatabase(seat: Seat, student: Student, isOpen: boolean): Promise<void> {
  await unlock(seat)
  const isOwn = student === seat.student
  await forgetCalls(seat, student)
  if (isOwn && !isOpen) seat.device.kill(seat.page)
  await deleteDatabase(await databaseName(student.studentId))
  if (!isOwn) return
  seat.heardAtErrorMs = null
  seat.storedAtErrorMs = null
  seat.ownPacks = []
  if (!isOpen) await restart(seat)
}

/** Rows of packs are lost, and their cards with them. */
export async function losePacks(seat: Seat): Promise<void> {
  if (seat.locked.has(seat.student.studentId)) return
  const database = seat.device.database(seat.student.studentId)
  await database.use(async (connection) => {
    for (const store of ['packs', 'catalogues', 'cards', 'unseen'] as const) await connection.clear(store)
  })
  await database.close()
  seat.ownPacks = []
}

/** A newer app adds a store, takes one away, or gives back what it took; then this app is here again. */
export async function changeVersion(seat: Seat, adds: boolean): Promise<void> {
  const { studentId } = seat.student
  if (seat.locked.has(studentId)) return unlock(seat)
  seat.device.mend()
  await outboxOf(seat.device, studentId)
  await changeDatabase(await databaseName(studentId), (database, version) => {
    if (adds) database.createObjectStore(`of version ${version}`)
    else database.deleteObjectStore('days')
  })
  if (adds) return
  seat.locked.add(studentId)
  // What the database knows of the server's clock the page may not have read yet.
  seat.heardAtErrorMs = null
}
