import type { Rating, StudyAnswer } from '#contract/study.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import type { TestServer, TestStudent } from '#tests/support/test-server.ts'
import type { Action, ActionOnSeat } from './action.ts'
import { createDevice, type Device, type Tab } from './device.ts'
import type { Fault } from './network.ts'

/**
 * Two students, two devices, one server: both devices begin with the first student; either may change
 * hands. Every answer that a device has called safe is written down here: the truth to compare with.
 */

const minuteMs = 60_000
const dailyGoal = 5

export type Seat = {
  device: Device
  student: TestStudent
  page: Tab
  sessionId: string
  given: StudyAnswer[]
}
export type Classroom = {
  server: TestServer
  pack: TestPack
  students: [TestStudent, TestStudent]
  seats: [Seat, Seat]
  /** By student: every answer that a device called safe, and the ids of those taken back. */
  answers: Map<string, StudyAnswer[]>
  undone: Set<string>
  dailyGoal: number
  perform: (action: Action) => Promise<void>
  heal: () => Promise<void>
}

const packHead = (pack: TestPack) => ({
  id: pack.packId,
  title: '测试卡包',
  label: '测试',
  subject: { id: 'math', name: '数学' },
})

/** The outcome of work that a crash of its tab may leave without an end. */
const orCrash = (tab: Tab, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, tab.network.crashed])

export const createClassroom = async (
  server: TestServer,
  pack: TestPack,
  withLocks: boolean,
): Promise<Classroom> => {
  const students: Classroom['students'] = [await server.signIn(), await server.signIn()]
  const answers = new Map<string, StudyAnswer[]>(students.map(({ studentId }) => [studentId, []]))
  const undone = new Set<string>()
  let ids = 0
  const newId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`

  for (const student of students) {
    await server.unlock(student.studentId, pack.packId)
    await student.call('PUT /profile', { study: { dailyGoal } })
  }

  const signIn = async (seat: Seat, student: TestStudent): Promise<void> => {
    seat.student = student
    seat.given = []
    seat.sessionId = newId()
    seat.page = seat.device.openPage(student.studentId, student.token)
    const { account, api } = seat.page
    await account.keepTicket(await api.call('POST /auth/upload-ticket'))
    await account.rememberDailyGoal(dailyGoal)
    await account.download(packHead(pack), {})
    await account.pull()
  }

  const seatFor = async (): Promise<Seat> => {
    const device = createDevice({ server, withLocks, newId })
    const seat = { device, student: students[0] } as Seat
    await device.run(() => signIn(seat, students[0]))
    return seat
  }

  /** A new page of the same student; the old one is dead. */
  const restart = async (seat: Seat): Promise<void> => {
    seat.device.kill(seat.page)
    seat.page = seat.device.openPage(seat.student.studentId, seat.student.token)
    await seat.page.account.revive()
  }

  const attempt = async (
    seat: Seat,
    tab: Tab,
    faults: readonly Fault[],
    work: () => Promise<unknown>,
  ): Promise<void> => {
    tab.network.meet(faults)
    const outcome = await orCrash(
      tab,
      work().catch((error: unknown) => error),
    )
    tab.network.heal()
    if (outcome !== 'crashed') return
    seat.device.kill(tab)
    if (tab === seat.page) await restart(seat)
  }

  const answer = async (seat: Seat, cardIndex: number, rating: Rating): Promise<void> => {
    const given: StudyAnswer = {
      id: newId(),
      cardId: pack.cardIds[cardIndex]!,
      rating,
      answeredAt: new Date(seat.device.now()).toISOString(),
      utcOffsetMinutes: 480,
      durationMs: 1000 + cardIndex,
      mode: 'flip',
      retention: 0.9,
    }
    const where = await seat.page.account.record({
      packId: pack.packId,
      sessionId: seat.sessionId,
      answer: given,
    })
    if (where !== 'disk') throw new Error(`recorded in ${where}`)
    seat.given.push(given)
    answers.get(seat.student.studentId)!.push(given)
  }

  const send = (seat: Seat, tab: Tab, faults: readonly Fault[]): Promise<void> =>
    attempt(seat, tab, faults, () => tab.account.drain({ ignoreBackoff: true }))

  const workerOf = (seat: Seat): Tab => seat.device.openWorker(seat.student.studentId)

  const changeStudent = async (seat: Seat, faults: readonly Fault[]): Promise<void> => {
    await send(seat, seat.page, faults)
    await seat.page.account.wipe()
    await signIn(seat, students[seat.student === students[0] ? 1 : 0])
  }

  const performOn = async (seat: Seat, action: ActionOnSeat): Promise<void> => {
    switch (action.kind) {
      case 'answer':
        server.clock.advance(action.minutes * minuteMs)
        return answer(seat, action.card, action.rating)
      case 'undo': {
        const target = seat.given.at(-1 - action.back)
        if (!target) return
        const undo = {
          id: newId(),
          answerId: target.id,
          cardId: target.cardId,
          undoneAt: new Date(seat.device.now()).toISOString(),
        }
        if (await seat.page.account.undo(undo)) undone.add(target.id)
        return
      }
      case 'send':
        return send(seat, action.from === 'page' ? seat.page : workerOf(seat), action.faults)
      case 'answer-while-sending': {
        const sending = send(seat, workerOf(seat), action.faults)
        await answer(seat, action.card, action.rating)
        return sending
      }
      case 'pull':
        return attempt(seat, seat.page, action.faults, () => seat.page.account.pull())
      case 'move-clock':
        seat.device.clockErrorMs += action.hours * 60 * minuteMs
        return
      case 'change-student':
        return changeStudent(seat, action.faults)
      case 'restart':
        return restart(seat)
    }
  }

  const seats: Classroom['seats'] = [await seatFor(), await seatFor()]

  const sendTogether = async ({
    devices,
    faults,
  }: Extract<Action, { kind: 'send-together' }>): Promise<void> => {
    const [first, second] = seats
    const other = devices === 'same' ? first : second
    await Promise.all([
      first.device.run(() => send(first, first.page, faults[0])),
      other.device.run(() => send(other, devices === 'same' ? workerOf(first) : second.page, faults[1])),
    ])
  }

  /** Everything that waits on this device goes up, whoever it belongs to, and everything comes down. */
  const healSeat = async (seat: Seat): Promise<void> => {
    const tabs = [seat.page, ...students.map(({ studentId }) => seat.device.openWorker(studentId))]
    for (const { account } of tabs) {
      await account.revive()
      const outcome = await account.drain({ ignoreBackoff: true })
      if (outcome.status !== 'empty') throw new Error(`still ${outcome.status}`)
    }
  }

  return {
    server,
    pack,
    students,
    seats,
    answers,
    undone,
    dailyGoal,
    perform: async (action) => {
      if (action.kind === 'pass-time') return server.clock.advance(action.minutes * minuteMs)
      if (action.kind === 'send-together') return sendTogether(action)
      const seat = seats[action.device]!
      await seat.device.run(() => performOn(seat, action))
    },
    heal: async () => {
      // Past every back-off and every lease of the dead.
      server.clock.advance(15 * minuteMs)
      for (const seat of seats) {
        await seat.device.run(() => healSeat(seat))
        seat.device.clockErrorMs = 0
      }
      for (const seat of seats) await seat.device.run(() => seat.page.account.pull())
    },
  }
}
