import { expect } from 'vitest'
import type { Classroom, Student } from './school.ts'
import { onServer } from './wishes.ts'

const isThere = ([, value]: readonly [string, unknown]): boolean => value !== null

/**
 * What was set last is what the server has; what nobody set is as it was; each thing that was made is there once. Where
 * two devices set the same, it is what one of them set last.
 */
export async function expectWishes(classroom: Classroom, student: Student): Promise<void> {
  const found = await onServer(classroom, student)
  const { values, lost } = student.wishes
  const agreed = [...values].map(([topic, byDevice]): [string, unknown] => {
    const here = found.get(topic) ?? null
    const wanted = [...byDevice.values()]
    return [topic, lost.has(topic) || wanted.includes(here) ? here : wanted.join(' or ')]
  })
  const untouched = [...student.before].filter(([topic]) => !values.has(topic))
  const expected = new Map([...untouched, ...agreed].filter(isThere))
  expect(new Map([...found].toSorted(byTopic))).toEqual(new Map([...expected].toSorted(byTopic)))
}

const byTopic = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
