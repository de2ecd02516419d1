import { deepStrictEqual } from 'node:assert/strict'
import { createStudent } from '#server/account/account.service.ts'
import { issueCredentials } from '#server/account/sign-in/credentials.repository.ts'
import { accountDatabaseName } from '#src/offline/database.ts'
import { readAccount } from '#src/offline/accounts.ts'
import { isCurrent } from '#src/offline/pack-version.ts'
import { finishWipes } from '#src/offline/wipe.ts'
import { askPrivateCatalogue } from '#src/queries/private-packs/generation.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import type { Tab } from './device.ts'
import { changeDatabase } from './device-storage.ts'
import type { Fault } from './network.ts'
import type { Classroom, Seat, Student } from './school.ts'
import { noWishes } from './wanted.ts'
import { savedVoteOf } from './wishes.ts'

/** A device with whoever is signed in there. */

export const dailyGoal = 5

/** A new student who has the packs, without the calls that make one. */
export async function enroll(server: TestServer, packIds: readonly string[]): Promise<Student> {
  const { deps } = server
  const made = await deps.database.transaction(async (tx) => {
    const now = deps.clock()
    const studentId = (await createStudent(tx, deps, null))!
    const credentials = await issueCredentials(tx, { studentId, deviceName: '', now })
    const { study_config: config } = await tx
      .selectFrom('students')
      .select('study_config')
      .where('id', '=', studentId)
      .executeTakeFirstOrThrow()
    const studyConfig = JSON.stringify({ ...config, dailyGoal })
    await tx.updateTable('students').set({ study_config: studyConfig }).where('id', '=', studentId).execute()
    const unlock = { student_id: studentId, payment_method: 'balance' as const, charged: 0, unlocked_at: now }
    await tx
      .insertInto('unlocks')
      .values(packIds.map((pack_id) => ({ ...unlock, pack_id })))
      .execute()
    return { studentId, ...credentials }
  })
  return {
    ...made,
    call: server.callWith(made.token),
    answers: new Map(),
    undone: new Set(),
    dropped: new Set(),
    wishes: noWishes(),
    before: new Map(),
  }
}

/** What a reception brings: the goal, what other devices did, packs that are new or changed. */
export async function receive({ pack }: Classroom, seat: Seat): Promise<void> {
  const { account, api } = seat.page
  await account.rememberDailyGoal(dailyGoal)
  await account.pull()
  const stored = new Map((await account.packs()).map((row) => [row.packId, row]))
  const head = { id: pack.packId, title: '测试卡包', label: '测试', subject: { id: 'math', name: '数学' } }
  if (!isCurrent(stored.get(pack.packId), head, pack.packId))
    await account.download(head, { version: pack.packId })
  if (![...seat.student.wishes.values.keys()].some((topic) => topic.startsWith('pack:'))) return
  const keptAway = await account.keptAwayPacks()
  for (const own of (await api.call('GET /private-packs', { limit: 30, page: 1 })).items) {
    if (isCurrent(stored.get(own.id), own, own.updatedAt) || keptAway.includes(own.id)) continue
    await account.download(own, { askCatalogue: askPrivateCatalogue, version: own.updatedAt })
  }
}

export async function signIn(classroom: Classroom, seat: Seat, student: Student): Promise<void> {
  seat.student = student
  seat.given = []
  seat.ownPacks = []
  seat.sessionId = classroom.newId()
  seat.heardAtErrorMs = null
  seat.storedAtErrorMs = null
  seat.page = seat.device.openPage(student.studentId, student.token)
  await seat.page.account.keepTicket(student.uploadTicket)
  await seat.page.account.drain({ ignoreBackoff: true })
  await receive(classroom, seat)
  seat.savedVote = await savedVoteOf(classroom, student)
}

/** What the server declined while this tab was open, it has said to the student. */
const noteTold = (seat: Seat, tab: Tab): void => {
  for (const key of tab.refused) seat.told.add(key)
}

/** A new page of the same student; the old one is dead. */
export async function restart(seat: Seat): Promise<void> {
  noteTold(seat, seat.page)
  seat.device.kill(seat.page)
  seat.heardAtErrorMs = seat.locked.has(seat.student.studentId) ? null : seat.storedAtErrorMs
  seat.page = seat.device.openPage(seat.student.studentId, seat.student.token)
  await finishWipes().catch(() => [])
  await seat.page.account.revive({ isStart: true }).catch((error: unknown) => {
    if (!seat.locked.has(seat.student.studentId)) throw error
  })
}

export async function databaseName(studentId: string): Promise<string> {
  return accountDatabaseName(studentId, (await readAccount(studentId))?.generation)
}

/** The newer app comes back, and what it had taken away with it. */
export async function unlock(seat: Seat): Promise<void> {
  seat.device.mend()
  for (const studentId of seat.locked)
    await changeDatabase(await databaseName(studentId), (database) =>
      database.createObjectStore('days', { keyPath: 'day' }),
    )
  seat.locked.clear()
}

/** A student signs out, and somebody signs in. */
export async function changeTo(classroom: Classroom, seat: Seat, student: Student): Promise<void> {
  await unlock(seat)
  noteTold(seat, seat.page)
  await seat.page.account.wipe()
  seat.device.kill(seat.page)
  await seat.page.account.close()
  await signIn(classroom, seat, student)
}

/** After a 401: the server's own word seals the account, any other one leaves it as it is behind /login. */
const signInAgain = async (classroom: Classroom, seat: Seat): Promise<void> => {
  if (seat.page.end === 'told') return changeTo(classroom, seat, seat.student)
  await unlock(seat)
  noteTold(seat, seat.page)
  seat.device.kill(seat.page)
  const { ownPacks, given } = seat
  await signIn(classroom, seat, seat.student)
  Object.assign(seat, { ownPacks, given })
}

/** A declined call keeps the server's words, and the student was told. */
const expectReadableRefusals = async (seat: Seat, tab: Tab): Promise<void> => {
  noteTold(seat, tab)
  if (tab !== seat.page || seat.locked.has(seat.student.studentId)) return
  for (const call of await tab.account.refusedCalls())
    deepStrictEqual(
      [call.coalesceKey, typeof call.refusalMessage, seat.told.has(call.coalesceKey)],
      [call.coalesceKey, 'string', true],
    )
}

/** Work of a tab on a network with faults; what a crash of the tab leaves without an end. */
export async function attempt(
  classroom: Classroom,
  seat: Seat,
  tab: Tab,
  faults: readonly Fault[],
  work: () => Promise<unknown>,
): Promise<void> {
  tab.network.meet(faults)
  const outcome = await Promise.race([work().catch((error: unknown) => error), tab.network.crashed])
  tab.network.heal()
  if (outcome === 'crashed') {
    seat.device.kill(tab)
    if (tab === seat.page) await restart(seat)
  }
  await expectReadableRefusals(seat, tab)
  if (tab === seat.page && tab.end !== null) await signInAgain(classroom, seat)
}
