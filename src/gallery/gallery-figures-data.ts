import { daysAfter } from '#src/ui/charts/heat-map-weeks.ts'

/** Figures for the development gallery, the same at every look. */

const noise = (index: number): number => Math.abs(Math.sin(index * 12.9898) * 43_758.5453) % 1

export const days: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 371 }, (_, index) => index)
    .filter((index) => noise(index) > 0.3)
    .map((index) => [daysAfter('2026-03-18', -index), Math.ceil(noise(index + 7) * 60)]),
)

export const forecast = [36, 22, 18, 30, 12, 9, 15, 28, 11, 8, 17, 6, 10, 14].map((value, index) => ({
  id: daysAfter('2026-03-18', index),
  value,
  spoken: `${daysAfter('2026-03-18', index)} · ${value}`,
  strong: index === 0,
}))

const trend = [0.72, 0.78, 0.8, null, 0.86, 0.84, 0.88, 0.91, 0.9, 0.93, 0.92, 0.95]
export const retention = trend.map((value, index) => ({ id: daysAfter('2025-12-29', index * 7), value }))
