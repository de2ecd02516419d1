import { describe, expect, test } from 'vitest'
import { scheduleOf, themes } from './schedule.ts'
import { seededRandom } from './seeded-random.ts'
import { stepText, type Fault, type Step } from './steps.ts'

const schedules = Array.from({ length: 300 }, (_, number) => scheduleOf(42, number))
const kinds = (steps: readonly Step[]) => new Set(steps.map(({ kind }) => kind))

describe('seeded randomness', () => {
  test('repeats for a seed and differs between seeds', () => {
    const drawn = (seed: number) => {
      const random = seededRandom(seed)
      return Array.from({ length: 8 }, () => random.below(1000))
    }
    expect(drawn(7)).toEqual(drawn(7))
    expect(drawn(7)).not.toEqual(drawn(8))
  })

  test('a fork does not depend on what was drawn before it', () => {
    const random = seededRandom(7)
    const before = random.fork(3).below(1_000_000)
    random.below(10)
    expect(random.fork(3).below(1_000_000)).toBe(before)
  })

  test('spreads evenly enough to reach every choice', () => {
    const random = seededRandom(1)
    const counts = Array.from({ length: 10 }, () => 0)
    for (let draw = 0; draw < 10_000; draw += 1) counts[random.below(10)]! += 1
    for (const count of counts) expect(count).toBeGreaterThan(850)
    for (const count of counts) expect(count).toBeLessThan(1150)
  })
})

describe('schedules', () => {
  test('are the same for the same seed and number, whatever ran before', () => {
    expect(scheduleOf(42, 17)).toEqual(schedules[17])
    expect(scheduleOf(43, 17)).not.toEqual(schedules[17])
  })

  test('meet every trouble once before any comes again', () => {
    expect(new Set(schedules.slice(0, themes.length).map(({ theme }) => theme))).toEqual(new Set(themes))
  })

  test('contain every kind of step within three hundred', () => {
    expect([...kinds(schedules.flatMap(({ steps }) => steps))].toSorted()).toEqual(
      [
        'answer',
        'change',
        'clock-right',
        'close-tab',
        'crash-tab',
        'deploy',
        'faults',
        'hand-over',
        'kill-server',
        'kill-worker',
        'leave-and-return',
        'lose-caches',
        'move-clock',
        'offline',
        'online',
        'own-pack',
        'portal',
        'portal-ends',
        'reload',
        'restart-app',
        'second-tab',
        'start-server',
        'stop-server',
        'undo',
        'wait',
      ].toSorted(),
    )
  })

  test('use the second tab only while it is open', () => {
    for (const { steps } of schedules) {
      let open = false
      for (const step of steps) {
        if (step.kind === 'second-tab') open = true
        if ('tab' in step && step.tab === 1) expect(open).toBe(true)
        if (step.kind === 'close-tab' && step.tab === 1) open = false
      }
    }
  })

  test('answer before and after the trouble', () => {
    for (const { steps } of schedules) {
      expect(steps[0]?.kind).toBe('answer')
      expect(steps.at(-1)?.kind).toBe('answer')
    }
  })

  test('bring a portal, an absence and a dead server to an end', () => {
    const ends: Partial<Record<Step['kind'], Step['kind']>> = {
      offline: 'online',
      portal: 'portal-ends',
      'stop-server': 'start-server',
      'kill-server': 'start-server',
    }
    for (const { steps } of schedules) {
      steps.forEach(({ kind }, index) => {
        const end = ends[kind]
        if (end) expect(kinds(steps.slice(index))).toContain(end)
      })
    }
  })

  test('can be read', () => {
    const faults: Fault[] = [
      { kind: 'status', status: 503, retryAfter: '7' },
      { kind: 'portal', status: 200 },
      { kind: 'answer-lost' },
    ]
    expect(stepText({ kind: 'faults', on: 'calls', faults })).toBe(
      'calls: 503 after 7 + portal 200 + answer-lost',
    )
    expect(stepText({ kind: 'answer', rating: 3, tab: 0 })).toBe('answer rating=3 tab=0')
  })
})
