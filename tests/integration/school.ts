import type { UploadTicket } from '#contract/account.ts'
import type { StudyAnswer } from '#contract/study.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import type { Call, TestServer } from '#tests/support/test-server.ts'
import type { Action } from './action.ts'
import type { Device, Tab } from './device.ts'

/** Who and what a schedule is about. Types alone: the files that work on them need not know each other. */

/** What all schedules of a run share: making it takes longer than a schedule. */
export type School = {
  server: TestServer
  pack: TestPack
  /** Nobody has it. */
  lockedPack: TestPack
  /** Somebody else's, of the pack. */
  review: { id: string }
}

export type Classroom = School & {
  missingPackId: string
  students: [Student, Student]
  seats: [Seat, Seat]
  newId: () => string
  /** What must not happen on the way. */
  violations: string[]
  perform: (action: Action) => Promise<void>
}

/** What a student wanted, on all devices, and what became of it. */
export type Wishes = {
  /** By topic: the last value, by device. Two devices may want different things: one of them is right. */
  values: Map<string, Map<number, unknown>>
  /** By key of the call: its topics. */
  topics: Map<string, Set<string>>
  /** Topics of calls that a device has lost with its database: what became of them nobody can say. */
  lost: Set<string>
  /** Keys of calls that the server declines whenever they come. */
  hopeless: Set<string>
  /** Private packs that were lost before the server knew all of their cards. */
  orphans: Set<string>
  reported: Set<string>
}

export type Student = {
  studentId: string
  token: string
  uploadTicket: UploadTicket
  call: Call
  /** What a device called safe, with the moment at which it was really given. */
  answers: Map<string, GivenAnswer>
  /** Ids of answers taken back. */
  undone: Set<string>
  /** Of these, taken back while no database was there: unless they had been sent, nobody ever hears of them. */
  dropped: Set<string>
  wishes: Wishes
  /** What the server had of the student at first, by topic. */
  before: ReadonlyMap<string, unknown>
}

type GivenAnswer = {
  answer: StudyAnswer
  packId: string
  givenAtMs: number
  /** The device had compared its clock with the server's, and it was not moved since. */
  isClockKnown: boolean
}

/** A private pack that is on the device. */
export type OwnPack = { packId: string; made: string[]; cardIds: string[] }

export type Seat = {
  index: number
  device: Device
  student: Student
  page: Tab
  sessionId: string
  given: GivenAnswer[]
  ownPacks: OwnPack[]
  /** As the page last heard it. */
  savedVote: 'like' | 'dislike' | null
  /** Keys of the calls that the student was told to be declined. */
  told: Set<string>
  /** Students whose database here a newer app has changed so that this one cannot use it. */
  locked: Set<string>
  /** A database did not open: facts may be where their pack is not. */
  isTorn: boolean
  /** The error of the device's clock when the page last heard the server's time, or read of it. */
  heardAtErrorMs: number | null
  /** The same of what the database says: of this page, or of a worker. A page reads it when it starts. */
  storedAtErrorMs: number | null
}
