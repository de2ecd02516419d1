/** When each stroke of a character is drawn. */

export type Point = readonly number[]

const msPerUnit = 0.85
const shortestMs = 260
const pauseMs = 220

const lengthOf = (line: readonly Point[]): number =>
  line.slice(1).reduce((sum, [x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = line[index] ?? []
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)

/** A hand moves at one speed: long strokes take longer. @returns milliseconds from the beginning */
export function strokeTimes(medians: readonly (readonly Point[])[]): { at: number; takes: number }[] {
  let at = 0
  return medians.map((median) => {
    const takes = Math.round(Math.max(shortestMs, lengthOf(median) * msPerUnit))
    const time = { at, takes }
    at += takes + pauseMs
    return time
  })
}
