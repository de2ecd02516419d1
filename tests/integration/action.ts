import fc from 'fast-check'
import type { Rating } from '#contract/study.ts'
import { faults, type Fault } from './network.ts'
import { wishKinds, type WishKind } from './wish-kinds.ts'

/** What can happen to two devices of one classroom, in any order. */
export type Action =
  | { kind: 'answer'; device: number; card: number; rating: Rating; minutes: number }
  | { kind: 'undo'; device: number; back: number }
  /** Something that is not a study record: a setting, a favourite, a private pack … */
  | { kind: 'wish'; device: number; wish: WishKind; pick: number }
  | { kind: 'send'; device: number; from: 'page' | 'worker'; faults: Fault[] }
  /** Page and worker of one device, or the pages of both, at the same moment. */
  | { kind: 'send-together'; devices: 'same' | 'both'; faults: [Fault[], Fault[]] }
  | { kind: 'answer-while-sending'; device: number; card: number; rating: Rating; faults: Fault[] }
  | { kind: 'wish-while-sending'; device: number; wish: WishKind; pick: number; faults: Fault[] }
  /** Every call but uploads of study records fails. */
  | { kind: 'send-past-broken-calls'; device: number; fault: Fault }
  /** The page sends what somebody else has left here. */
  | { kind: 'send-for-others'; device: number; faults: Fault[] }
  | { kind: 'pull'; device: number; faults: Fault[] }
  | { kind: 'move-clock'; device: number; hours: number }
  | { kind: 'set-clock-right'; device: number }
  | { kind: 'pass-time'; minutes: number }
  /** The student signs out; the other one signs in on the same device. */
  | { kind: 'change-student'; device: number; faults: Fault[] }
  | { kind: 'restart'; device: number }
  /** The browser throws away a database, under the open page or while it is closed. */
  | { kind: 'lose-database'; device: number; whose: 'own' | 'other'; isOpen: boolean }
  /** So many openings of the database fail. */
  | { kind: 'break-opening'; device: number; times: number; isOpen: boolean }
  | { kind: 'lose-packs'; device: number }
  /** A newer app adds to the database, or takes away from it, and an older one meets that; or gives it back. */
  | { kind: 'newer-app'; device: number; adds: boolean }

/** What happens on one device, as against to the time or to both. */
export type ActionOnSeat = Extract<Action, { device: number }>

const device = fc.nat({ max: 1 })
const card = fc.nat({ max: 9 })
const pick = fc.nat({ max: 7 })
const rating = fc.constantFrom<Rating>(1, 2, 3, 4)
const fault = fc.constantFrom<Fault>(...faults)
const troubles = fc.array(fault, { maxLength: 3 })
const wish = fc.constantFrom<WishKind>(...wishKinds)
/** What does not touch the packs of the device. */
const smallWish = fc.constantFrom<WishKind>('name', 'order', 'theme', 'favorite', 'review')
/** These break a call without ending the page or its session. */
const broken = fc.constantFrom<Fault>(
  'internal',
  'unavailable',
  'portal-404',
  'half',
  'asks-years',
  'portal-401',
)
const dayHours = 24

const kindOf = <K extends Action['kind']>(
  weight: number,
  kind: K,
  fields: {
    [F in Exclude<keyof Extract<Action, { kind: K }>, 'kind'>]: fc.Arbitrary<Extract<Action, { kind: K }>[F]>
  },
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Action>,
})

/** Answers come most often: without facts there is nothing to lose. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  kindOf(10, 'answer', { device, card, rating, minutes: fc.nat({ max: 900 }) }),
  kindOf(4, 'undo', { device, back: fc.nat({ max: 3 }) }),
  kindOf(8, 'wish', { device, wish, pick }),
  kindOf(5, 'send', { device, from: fc.constantFrom('page' as const, 'worker' as const), faults: troubles }),
  kindOf(2, 'send-together', {
    devices: fc.constantFrom('same' as const, 'both' as const),
    faults: fc.tuple(troubles, troubles),
  }),
  kindOf(2, 'answer-while-sending', { device, card, rating, faults: troubles }),
  kindOf(2, 'wish-while-sending', { device, wish: smallWish, pick, faults: troubles }),
  kindOf(1, 'send-past-broken-calls', { device, fault: broken }),
  kindOf(1, 'send-for-others', { device, faults: troubles }),
  kindOf(2, 'pull', { device, faults: troubles }),
  kindOf(1, 'move-clock', {
    device,
    hours: fc.oneof(
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: -400 * dayHours, max: 400 * dayHours }),
    ),
  }),
  kindOf(1, 'set-clock-right', { device }),
  kindOf(1, 'pass-time', { minutes: fc.nat({ max: 3000 }) }),
  kindOf(2, 'change-student', { device, faults: troubles }),
  kindOf(1, 'restart', { device }),
  kindOf(1, 'lose-database', {
    device,
    whose: fc.constantFrom('own' as const, 'own' as const, 'other' as const),
    isOpen: fc.boolean(),
  }),
  kindOf(1, 'break-opening', { device, times: fc.integer({ min: 1, max: 8 }), isOpen: fc.boolean() }),
  kindOf(1, 'lose-packs', { device }),
  kindOf(1, 'newer-app', { device, adds: fc.boolean() }),
)
