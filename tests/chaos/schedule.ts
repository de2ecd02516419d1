import { seededRandom, type SeededRandom } from './seeded-random.ts'

/** What the proxy does to one upload. */
export type Fault =
  /** Answered with a failure of this status, and never shown to the server. */
  | { kind: 'status'; status: 401 | 422 | 429 | 500 | 503 }
  /** Swallowed: no answer comes, until the client gives up or the network heals. */
  | { kind: 'timeout' }
  /** Stored by the server, but the answer is lost on the way back. */
  | { kind: 'answer-lost' }
  /** Cut off before the server has the whole of it. */
  | { kind: 'cut' }

export type Step =
  /** One card answered, in the first or the second tab. */
  | { kind: 'answer'; rating: 1 | 2 | 3 | 4; tab: 0 | 1 }
  | { kind: 'undo'; tab: 0 | 1 }
  /** The next uploads meet these faults, one each. */
  | { kind: 'faults'; faults: Fault[] }
  | { kind: 'offline' }
  | { kind: 'online' }
  | { kind: 'stop-server' }
  /** SIGKILL, then started again. */
  | { kind: 'kill-server' }
  | { kind: 'start-server' }
  | { kind: 'kill-worker' }
  | { kind: 'crash-tab'; tab: 0 | 1 }
  | { kind: 'second-tab' }
  | { kind: 'close-tab'; tab: 0 | 1 }
  /** The whole browser ends and starts again. */
  | { kind: 'restart-app' }
  /** The device's clock jumps, in either direction. */
  | { kind: 'move-clock'; minutes: number }
  /** Time passes, so that uploads run into what was prepared. */
  | { kind: 'wait'; ms: number }

export type Schedule = { seed: number; number: number; theme: Theme; steps: Step[] }

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
] as const
export type Theme = (typeof themes)[number]

const answer = (random: SeededRandom, tab: 0 | 1 = 0): Step => ({
  kind: 'answer',
  rating: random.pick([1, 2, 3, 3, 3, 4]),
  tab,
})

const answers = (random: SeededRandom, most: number, tab: 0 | 1 = 0): Step[] =>
  Array.from({ length: 1 + random.below(most) }, () => answer(random, tab))

const repeated = (random: SeededRandom, fault: Fault): Step => ({
  kind: 'faults',
  faults: Array.from({ length: 1 + random.below(3) }, () => fault),
})

const wait = (random: SeededRandom): Step => ({ kind: 'wait', ms: 50 + random.below(700) })

const clockJumps = [-60 * 24 * 400, -60 * 25, -45, 3, 90, 60 * 26, 60 * 24 * 400] as const

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
    repeated(random, random.chance(0.7) ? { kind: 'answer-lost' } : { kind: 'cut' }),
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
}

/** A quick accident that may strike anywhere. */
const accident = (random: SeededRandom): Step[] =>
  random.pick<() => Step[]>([
    () => [{ kind: 'kill-worker' }],
    () => [{ kind: 'undo', tab: 0 }],
    () => [{ kind: 'restart-app' }],
    () => [repeated(random, { kind: 'answer-lost' })],
    () => [{ kind: 'offline' }, answer(random), { kind: 'online' }],
  ])()

/** The same seed and number give the same schedule on every machine. */
export const scheduleOf = (seed: number, number: number): Schedule => {
  const random = seededRandom(seed).fork(number)
  const theme = themes[number % themes.length] ?? themes[0]
  const steps: Step[] = [answer(random)]
  const rounds = 1 + random.below(2)
  for (let round = 0; round < rounds; round += 1) {
    steps.push(...troubles[round === 0 ? theme : random.pick(themes)](random))
    if (random.chance(0.4)) steps.push(...accident(random))
  }
  steps.push(answer(random))
  return { seed, number, theme, steps }
}

/** One line, to be read in a report. */
export const stepText = (step: Step): string => {
  if (step.kind === 'faults') {
    return step.faults.map((fault) => (fault.kind === 'status' ? String(fault.status) : fault.kind)).join('+')
  }
  const details = Object.entries(step).filter(([key]) => key !== 'kind')
  return [step.kind, ...details.map(([key, value]) => `${key}=${value}`)].join(' ')
}
