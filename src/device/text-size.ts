import { readPreference, writePreference } from './preferences.ts'

/**
 * How large the letters are on this device. All sizes are in rem, so the root's own size moves them all. The first
 * frame's script applies it too: nothing may jump.
 */

const storageKey = 'zhika_text_size'

/** Of the browser's own size, which the student may have changed as well. */
const shares = { small: '87.5%', standard: '', large: '106.25%', largest: '118.75%' } as const

export type TextSize = keyof typeof shares
export const textSizes = Object.keys(shares) as TextSize[]

export function chosenTextSize(): TextSize {
  const kept = readPreference(storageKey)
  return textSizes.find((size) => shares[size] !== '' && shares[size] === kept) ?? 'standard'
}

/** At each start, before anything is drawn. @throws SecurityError where storage is refused */
export function applyTextSize(): void {
  document.documentElement.style.fontSize = localStorage.getItem(storageKey) ?? ''
}

export function chooseTextSize(size: TextSize): void {
  writePreference(storageKey, shares[size])
  document.documentElement.style.fontSize = shares[size]
}
