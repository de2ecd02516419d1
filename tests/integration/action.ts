import fc from 'fast-check'
import type { Rating } from '#contract/study.ts'
import { faults, type Fault } from './network.ts'

/** What can happen to two devices of one classroom, in any order. */
export type Action =
  | { kind: 'answer'; device: number; card: number; rating: Rating; minutes: number }
  | { kind: 'undo'; device: number; back: number }
  | { kind: 'send'; device: number; from: 'page' | 'worker'; faults: Fault[] }
  /** Page and worker of one device, or the pages of both, at the same moment. */
  | { kind: 'send-together'; devices: 'same' | 'both'; faults: [Fault[], Fault[]] }
  | { kind: 'answer-while-sending'; device: number; card: number; rating: Rating; faults: Fault[] }
  | { kind: 'pull'; device: number; faults: Fault[] }
  | { kind: 'move-clock'; device: number; hours: number }
  | { kind: 'pass-time'; minutes: number }
  /** The student signs out; the other one signs in on the same device. */
  | { kind: 'change-student'; device: number; faults: Fault[] }
  | { kind: 'restart'; device: number }

/** What happens on one device, as against to the time or to both. */
export type ActionOnSeat = Extract<Action, { device: number }>

const device = fc.nat({ max: 1 })
const card = fc.nat({ max: 5 })
const rating = fc.constantFrom<Rating>(1, 2, 3, 4)
const troubles = fc.array(fc.constantFrom<Fault>(...faults), { maxLength: 3 })

/** Answers come most often: without facts there is nothing to lose. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      device,
      card,
      rating,
      minutes: fc.nat({ max: 900 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), device, back: fc.nat({ max: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      device,
      from: fc.constantFrom('page' as const, 'worker' as const),
      faults: troubles,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send-together' as const),
      devices: fc.constantFrom('same' as const, 'both' as const),
      faults: fc.tuple(troubles, troubles),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer-while-sending' as const),
      device,
      card,
      rating,
      faults: troubles,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pull' as const), device, faults: troubles }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move-clock' as const),
      device,
      hours: fc.integer({ min: -30, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pass-time' as const), minutes: fc.nat({ max: 3000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change-student' as const), device, faults: troubles }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), device }) },
)
