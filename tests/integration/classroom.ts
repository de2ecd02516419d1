import { randomUUID } from 'node:crypto'
import type { Rating, StudyAnswer } from '#contract/study.ts'
import type { Action, ActionOnSeat } from './action.ts'
import { createDevice, type Tab } from './device.ts'
import { changeVersion, loseDatabase, losePacks } from './mishaps.ts'
import type { Arrival, Fault } from './network.ts'
import { outboxOf, waitsForItsPack } from './outbox-of.ts'
import type { Classroom, School, Seat, Student } from './school.ts'
import { attempt, changeTo, enroll, databaseName, receive, restart, signIn } from './seat.ts'
import { onServer, performWish } from './wishes.ts'

/**
 * Two students, two devices, one server: both devices begin with the first student; either may change
 * hands. Every answer that a device has called safe is written down here, and all that a student has set: the truth to
 * compare with.
 */

const minuteMs = 60_000
/** Past every back-off and every lease of the dead. */
export const longPauseMs = 15 * minuteMs

/** Each schedule begins at the same moment, so that it goes the same way when it is repeated. */
export const beginsAt = '2026-11-20T08:00:00.000Z'

const privatePackOf = ({ request }: Arrival): string | undefined => /\/record\/([^/]+)\//.exec(request)?.[1]

export async function createClassroom(school: School, withLocks: boolean): Promise<Classroom> {
  const { server, pack } = school
  server.clock.set(beginsAt)
  const prefix = randomUUID().slice(0, 24)
  let ids = 0
  const newId = (): string => prefix + (ids += 1).toString(16).padStart(12, '0')
  const packIds = [pack.packId]
  const students: Classroom['students'] = [await enroll(server, packIds), await enroll(server, packIds)]
  /** Private packs that the server knows. */
  const known = new Set<string>()

  const violations: string[] = []

  const note = (seat: Seat, tab: Tab, arrival: Arrival, isHeard: boolean): void => {
    const { request, status, body } = arrival
    const packId = privatePackOf(arrival)
    const isEarly = packId !== undefined && packId !== pack.packId && !known.has(packId)
    if (isEarly && students.every(({ wishes }) => wishes.orphans.size === 0) && !seat.isTorn)
      violations.push(`facts of ${packId} went up before the pack`)
    if (status !== 200) return
    if (request.startsWith('POST') && request.endsWith('/private-packs'))
      known.add((body as { packId: string }).packId)
    const tellsTime = packId !== undefined || request.includes('/user-study/summary')
    const { studentId } = seat.student
    if (!isHeard || !tellsTime || tab.account.id !== studentId) return
    if (!seat.locked.has(studentId)) seat.storedAtErrorMs = seat.device.clockErrorMs
    if (tab === seat.page) seat.heardAtErrorMs = seat.device.clockErrorMs
  }

  const seatAt = async (index: number): Promise<Seat> => {
    const seat = { index, told: new Set(), locked: new Set(), isTorn: false } as unknown as Seat
    seat.device = createDevice({
      server,
      withLocks,
      newId,
      retryAfterMs: [0, 0, 0, 0],
      onArrival: (tab, arrival, isHeard) => note(seat, tab, arrival, isHeard),
      onCallReply: (item, reply) => {
        if (item.endpoint.includes('/reviews/:reviewId/'))
          seat.savedVote = (reply as { myVote: Seat['savedVote'] }).myVote
      },
    })
    await seat.device.run(() => signIn(classroom, seat, students[0]))
    return seat
  }

  const answer = async (seat: Seat, index: number, rating: Rating): Promise<void> => {
    const { device, student, page, sessionId } = seat
    const cards = [{ packId: pack.packId, cardIds: pack.cardIds }, ...seat.ownPacks].flatMap((own) =>
      own.cardIds.map((cardId) => ({ cardId, packId: own.packId })),
    )
    const { cardId, packId } = cards[index % cards.length]!
    const given: StudyAnswer = {
      id: newId(),
      cardId,
      rating,
      answeredAt: new Date(device.now()).toISOString(),
      utcOffsetMinutes: 480,
      durationMs: 1000 + index,
      mode: 'flip',
      retention: 0.9,
    }
    const isClockKnown = seat.heardAtErrorMs === device.clockErrorMs
    const givenAtMs = server.clock.now().getTime()
    const isLocked = seat.locked.has(student.studentId)
    const where = await page.account.record({ packId, sessionId, answer: given })
    if (where !== (isLocked ? 'slot' : 'disk')) throw new Error(`recorded in ${where}`)
    const entry = { answer: given, packId, givenAtMs, isClockKnown }
    seat.given.push(entry)
    student.answers.set(given.id, entry)
  }

  const undo = async (seat: Seat, back: number): Promise<void> => {
    const { student } = seat
    const target = seat.given.at(-1 - back)?.answer
    if (!target) return
    const undoneAt = new Date(seat.device.now()).toISOString()
    const fact = { id: newId(), answerId: target.id, cardId: target.cardId, undoneAt }
    const isUndone = await seat.page.account.undo(fact).catch((error: unknown) => {
      if (!seat.locked.has(student.studentId)) throw error
      return false
    })
    if (!isUndone) return
    student.undone.add(target.id)
    if (seat.locked.has(student.studentId)) student.dropped.add(target.id)
  }

  const send = (seat: Seat, tab: Tab, faults: readonly Fault[]): Promise<void> =>
    attempt(classroom, seat, tab, faults, () => tab.account.drain({ ignoreBackoff: true }))

  const workerOf = (seat: Seat): Tab => seat.device.openWorker(seat.student.studentId)
  const otherThan = (student: Student): Student => students[student === students[0] ? 1 : 0]

  /** Whatever becomes of calls, the facts go up: those of private packs after the calls that make these. */
  const sendPastBrokenCalls = async (seat: Seat, fault: Fault): Promise<void> => {
    server.clock.advance(longPauseMs)
    const { page, student } = seat
    if (seat.locked.has(student.studentId)) return
    await page.account.revive({ isStart: false })
    page.network.meetCalls(fault)
    await page.account.drain({ ignoreBackoff: true })
    page.network.heal()
    const rows = await outboxOf(seat.device, student.studentId)
    const left = rows.filter(
      (row) => row.kind !== 'call' && row.state !== 'refused' && !waitsForItsPack(row, rows),
    )
    if (left.length > 0) throw new Error(`a broken call holds back ${JSON.stringify(left)}`)
  }

  const sendForOthers = async (seat: Seat, faults: readonly Fault[]): Promise<void> => {
    const tab = seat.device.openOther(otherThan(seat.student).studentId)
    await attempt(classroom, seat, tab, faults, () => tab.account.drain({ ignoreBackoff: true }))
    await tab.account.close()
  }

  const breakOpening = async (seat: Seat, times: number, isOpen: boolean): Promise<void> => {
    if (seat.locked.has(seat.student.studentId)) return
    if (!isOpen) seat.device.kill(seat.page)
    seat.isTorn = true
    seat.heardAtErrorMs = null
    seat.storedAtErrorMs = null
    seat.device.breakOpening(await databaseName(seat.student.studentId), times)
    if (!isOpen) await restart(seat)
  }

  const performOn = async (seat: Seat, action: ActionOnSeat): Promise<void> => {
    switch (action.kind) {
      case 'answer':
        server.clock.advance(action.minutes * minuteMs)
        return answer(seat, action.card, action.rating)
      case 'undo':
        return undo(seat, action.back)
      case 'wish':
        return performWish(classroom, seat, action)
      case 'send':
        return send(seat, action.from === 'page' ? seat.page : workerOf(seat), action.faults)
      case 'answer-while-sending': {
        const sending = send(seat, workerOf(seat), action.faults)
        await answer(seat, action.card, action.rating)
        return sending
      }
      case 'wish-while-sending': {
        const sending = send(seat, seat.page, action.faults)
        await performWish(classroom, seat, action)
        return sending
      }
      case 'send-past-broken-calls':
        return sendPastBrokenCalls(seat, action.fault)
      case 'send-for-others':
        return sendForOthers(seat, action.faults)
      case 'pull':
        return attempt(classroom, seat, seat.page, action.faults, () => receive(classroom, seat))
      case 'move-clock':
        seat.device.clockErrorMs += action.hours * 60 * minuteMs
        return
      case 'set-clock-right':
        seat.device.clockErrorMs = 0
        return
      case 'change-student':
        await send(seat, seat.page, action.faults)
        return changeTo(classroom, seat, otherThan(seat.student))
      case 'restart':
        return restart(seat)
      case 'lose-database': {
        const whose = action.whose === 'own' ? seat.student : otherThan(seat.student)
        return loseDatabase(seat, whose, action.isOpen)
      }
      case 'break-opening':
        return breakOpening(seat, action.times, action.isOpen)
      case 'lose-packs':
        return losePacks(seat)
      case 'newer-app':
        return changeVersion(seat, action.adds)
    }
  }

  const sendTogether = async ({
    devices,
    faults,
  }: Extract<Action, { kind: 'send-together' }>): Promise<void> => {
    const [first, second] = classroom.seats
    const other = devices === 'same' ? first : second
    await Promise.all([
      first.device.run(() => send(first, first.page, faults[0])),
      other.device.run(() => send(other, devices === 'same' ? workerOf(first) : second.page, faults[1])),
    ])
  }

  const classroom = {
    ...school,
    missingPackId: randomUUID(),
    students,
    newId,
    violations,
    perform: async (action: Action): Promise<void> => {
      if (action.kind === 'pass-time') return server.clock.advance(action.minutes * minuteMs)
      if (action.kind === 'send-together') return sendTogether(action)
      const seat = classroom.seats[action.device]!
      await seat.device.run(() => performOn(seat, action))
    },
  } as Classroom
  for (const student of students) student.before = await onServer(classroom, student)
  classroom.seats = [await seatAt(0), await seatAt(1)]
  return classroom
}
