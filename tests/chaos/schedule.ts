import { callFault, fileFault, portalStatus, retryAfter, times } from './random-faults.ts'
import { seededRandom, type SeededRandom } from './seeded-random.ts'
import type { Change, Fault, Step } from './steps.ts'

export type Schedule = {
  seed: number
  number: number
  theme: Theme
  /** The phone has never seen the app. */
  isNewPhone: boolean
  /** What the app's files meet while they are installed for the first time. */
  firstVisit: Fault[]
  /** The app's own files were in danger: in the end they are all there, and the app starts without a network. */
  touchesShell: boolean
  steps: Step[]
}

/** Each schedule is about one trouble, so that a few of them already meet all; chance adds the others. */
export const themes = [
  'offline',
  'server-error',
  'unauthorised',
  'refused',
  'timeout',
  'answer-lost',
  'tab-crash',
  'worker-kill',
  'two-tabs',
  'clock',
  'server-death',
  'changes',
  'own-pack',
  'hand-over',
  'lost-caches',
  'first-visit',
  'update',
  'portal',
  'retry-after',
  'clock-mended',
  'clock-ahead',
  'leave-and-return',
] as const
type Theme = (typeof themes)[number]

const rating = (random: SeededRandom) => random.pick<1 | 2 | 3 | 4>([1, 2, 3, 3, 3, 4])

const answer = (random: SeededRandom, tab: 0 | 1 = 0): Step => ({
  kind: 'answer',
  rating: rating(random),
  tab,
})

const answers = (random: SeededRandom, most: number, tab: 0 | 1 = 0): Step[] =>
  times(random, most, () => answer(random, tab))

const repeated = (random: SeededRandom, fault: Fault): Step => ({
  kind: 'faults',
  on: 'uploads',
  faults: times(random, 3, () => fault),
})

const wait = (random: SeededRandom): Step => ({ kind: 'wait', ms: 50 + random.below(700) })

const change = (random: SeededRandom): Step => ({
  kind: 'change',
  what: random.pick<Change>(['favourite', 'report', 'goal', 'new-cards']),
})

const ownPack = (random: SeededRandom): Step => ({
  kind: 'own-pack',
  ratings: times(random, 2, () => rating(random)),
})

const dayMinutes = 60 * 24
const clockJumps = [-dayMinutes * 400, -60 * 25, -45, 3, 90, 60 * 26, dayMinutes * 400] as const

const sometimes = (random: SeededRandom, step: () => Step): Step[] => (random.chance(0.5) ? [step()] : [])

/** The trouble itself: what happens and what is answered during it. */
const troubles: Record<Theme, (random: SeededRandom) => Step[]> = {
  offline: (random) => [{ kind: 'offline' }, ...answers(random, 4), { kind: 'online' }, wait(random)],
  'server-error': (random) => [
    repeated(random, { kind: 'status', status: random.pick([500, 503, 429]) }),
    ...answers(random, 3),
    wait(random),
  ],
  unauthorised: (random) => [
    repeated(random, { kind: 'status', status: 401 }),
    ...answers(random, 3),
    wait(random),
  ],
  refused: (random) => [
    repeated(random, { kind: 'status', status: 422 }),
    ...answers(random, 3),
    wait(random),
  ],
  timeout: (random) => [repeated(random, { kind: 'timeout' }), ...answers(random, 3), wait(random)],
  'answer-lost': (random) => [
    repeated(random, { kind: random.pick(['answer-lost', 'answer-lost', 'half-answer', 'cut']) }),
    ...answers(random, 3),
    wait(random),
  ],
  'tab-crash': (random) => [...answers(random, 3), { kind: 'crash-tab', tab: 0 }, ...answers(random, 2)],
  'worker-kill': (random) => [
    { kind: 'offline' },
    ...answers(random, 3),
    { kind: 'online' },
    { kind: 'wait', ms: random.below(400) },
    { kind: 'kill-worker' },
    ...answers(random, 2),
  ],
  'two-tabs': (random) => [
    { kind: 'second-tab' },
    ...answers(random, 2, 1),
    ...answers(random, 2, 0),
    ...answers(random, 2, 1),
    { kind: 'close-tab', tab: 1 },
  ],
  clock: (random) => [
    { kind: 'move-clock', minutes: random.pick(clockJumps) },
    ...answers(random, 3),
    { kind: 'move-clock', minutes: random.pick(clockJumps) },
    ...answers(random, 2),
  ],
  'server-death': (random) => [
    random.chance(0.5) ? { kind: 'kill-server' } : { kind: 'stop-server' },
    ...answers(random, 3),
    { kind: 'start-server' },
    wait(random),
  ],
  changes: (random) => [
    random.chance(0.5)
      ? { kind: 'offline' }
      : { kind: 'faults', on: 'calls', faults: times(random, 4, () => callFault(random)) },
    change(random),
    ...times(random, 3, () => (random.chance(0.7) ? change(random) : answer(random))),
    ...sometimes(random, () => ({ kind: 'reload' })),
    { kind: 'online' },
    wait(random),
  ],
  'own-pack': (random) => [
    random.chance(0.6)
      ? { kind: 'offline' }
      : { kind: 'faults', on: 'calls', faults: times(random, 4, () => callFault(random)) },
    ownPack(random),
    ...sometimes(random, () => ownPack(random)),
    ...sometimes(random, () => ({ kind: 'restart-app' })),
    { kind: 'online' },
    wait(random),
  ],
  'hand-over': (random) => [
    random.chance(0.5) ? { kind: 'offline' } : repeated(random, { kind: 'status', status: 500 }),
    ...answers(random, 3),
    { kind: 'online' },
    { kind: 'hand-over', offline: random.chance(0.5) },
    ...answers(random, 2),
  ],
  'lost-caches': (random) => [
    ...sometimes(random, () => ({ kind: 'offline' })),
    ...answers(random, 2),
    { kind: 'lose-caches', files: random.pick([1, 5, 20, 'all' as const]) },
    { kind: 'online' },
    random.chance(0.5) ? { kind: 'restart-app' } : { kind: 'reload' },
    ...answers(random, 2),
  ],
  'first-visit': (random) => [...answers(random, 2), { kind: 'reload' }, ...answers(random, 2)],
  update: (random) => [
    { kind: 'faults', on: 'installation', faults: times(random, 6, () => fileFault(random)) },
    { kind: 'deploy' },
    ...answers(random, 2),
    { kind: 'reload' },
    ...answers(random, 2),
    ...sometimes(random, () => ({ kind: 'deploy' })),
    random.chance(0.5) ? { kind: 'restart-app' } : { kind: 'reload' },
  ],
  portal: (random) => [
    {
      kind: 'portal',
      on: random.pick(['api' as const, 'everything' as const]),
      status: portalStatus(random),
    },
    ...answers(random, 2),
    random.chance(0.5) ? change(random) : { kind: 'reload' },
    ...answers(random, 2),
    { kind: 'portal-ends' },
    wait(random),
  ],
  'retry-after': (random) => [
    {
      kind: 'faults',
      on: random.pick(['uploads' as const, 'calls' as const]),
      faults: times(random, 3, () => ({
        kind: 'status',
        status: random.pick([429, 503]),
        retryAfter: retryAfter(random),
      })),
    },
    ...answers(random, 2),
    ...sometimes(random, () => change(random)),
    ...answers(random, 2),
    wait(random),
  ],
  'clock-mended': (random) => [
    { kind: 'offline' },
    { kind: 'move-clock', minutes: random.pick(clockJumps) },
    ...sometimes(random, () => ({ kind: 'restart-app' })),
    ...answers(random, 3),
    { kind: 'clock-right' },
    { kind: 'online' },
    wait(random),
  ],
  'clock-ahead': (random) => [
    { kind: 'offline' },
    { kind: 'move-clock', minutes: dayMinutes * (91 + random.below(300)) },
    { kind: 'restart-app' },
    ...answers(random, 2),
    ...sometimes(random, () => ({ kind: 'clock-right' })),
    { kind: 'online' },
  ],
  'leave-and-return': (random) => [
    ...sometimes(random, () => ({ kind: 'offline' })),
    ...times(random, 2, (): Step => ({
      kind: 'leave-and-return',
      rating: rating(random),
      by: random.pick(['history' as const, 'address' as const]),
    })),
    { kind: 'online' },
    ...answers(random, 2),
  ],
}

/** A quick accident that may strike anywhere. */
const accident = (random: SeededRandom): Step[] =>
  random.pick<() => Step[]>([
    () => [{ kind: 'kill-worker' }],
    () => [{ kind: 'undo', tab: 0 }],
    () => [{ kind: 'restart-app' }],
    () => [repeated(random, { kind: 'answer-lost' })],
    () => [{ kind: 'offline' }, answer(random), { kind: 'online' }],
    () => [change(random)],
    () => [{ kind: 'faults', on: 'calls', faults: times(random, 3, () => callFault(random)) }],
  ])()

/** The same seed and number give the same schedule on every machine. */
export function scheduleOf(seed: number, number: number): Schedule {
  const random = seededRandom(seed).fork(number)
  const theme = themes[number % themes.length] ?? themes[0]
  const firstVisit = theme === 'first-visit' ? times(random, 8, () => fileFault(random)) : []
  const steps: Step[] = [answer(random)]
  const rounds = 1 + random.below(2)
  for (let round = 0; round < rounds; round += 1) {
    steps.push(...troubles[round === 0 ? theme : random.pick(themes)](random))
    if (random.chance(0.4)) steps.push(...accident(random))
  }
  steps.push(answer(random))
  const isAboutShell = ({ kind }: Step) => kind === 'deploy' || kind === 'lose-caches'
  return {
    seed,
    number,
    theme,
    isNewPhone: theme === 'first-visit',
    firstVisit,
    touchesShell: theme === 'first-visit' || steps.some(isAboutShell),
    steps,
  }
}
