import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#contract/study-day.ts'
import { changedRuns, runsOf, type Run } from './streaks.ts'

const day = (number: number): string => addDays('2026-11-01', number)
const run = (first: number, last: number): Run => ({ firstDay: day(first), lastDay: day(last) })
const sorted = (runs: readonly Run[]): Run[] => runs.toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : 1))

describe('the runs of study days', () => {
  it.each([
    ['begin with a first day', [], { begun: [3], emptied: [] }, [run(3, 3)]],
    ['grow at their end', [run(1, 3)], { begun: [4], emptied: [] }, [run(1, 4)]],
    ['grow at their beginning', [run(1, 3)], { begun: [0], emptied: [] }, [run(0, 3)]],
    [
      'grow together when a late day fills the gap',
      [run(1, 3), run(5, 6)],
      { begun: [4], emptied: [] },
      [run(1, 6)],
    ],
    ['break where a day was emptied', [run(1, 6)], { begun: [], emptied: [4] }, [run(1, 3), run(5, 6)]],
    ['end with their only day', [run(2, 2)], { begun: [], emptied: [2] }, []],
    ['lose a day at the edge', [run(1, 3)], { begun: [], emptied: [1] }, [run(2, 3)]],
    ['take several days at once', [run(1, 1)], { begun: [3, 2], emptied: [1] }, [run(2, 3)]],
  ])('%s', (_, runs, { begun, emptied }, expected) => {
    const changed = changedRuns(runs, { begun: begun.map(day), emptied: emptied.map(day) })
    expect(sorted(changed)).toEqual(expected)
  })

  it('are those of the days, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (turns) => {
        const studied = new Set<string>()
        let runs: Run[] = []
        for (const turn of turns.map(day)) {
          const isNew = !studied.has(turn)
          if (isNew) studied.add(turn)
          else studied.delete(turn)
          runs = changedRuns(runs, { begun: isNew ? [turn] : [], emptied: isNew ? [] : [turn] })
        }
        expect(sorted(runs)).toEqual(runsOf([...studied].toSorted()))
      }),
    )
  })
})
