export type Greeting = 'early' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** From which hour each greeting holds; before the first of them it still is night. */
const from: readonly (readonly [hour: number, greeting: Greeting])[] = [
  [5, 'early'],
  [9, 'morning'],
  [12, 'noon'],
  [14, 'afternoon'],
  [18, 'evening'],
  [23, 'night'],
]

/** @param hour of the day, 0 to 23 */
export function greetingAt(hour: number): Greeting {
  return from.filter(([start]) => hour >= start).at(-1)?.[1] ?? 'night'
}
