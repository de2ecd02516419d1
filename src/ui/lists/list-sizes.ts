/** Measured row heights of long lists, for the time of one browser session. */

const storageKey = 'list_sizes'
const mostLists = 12

type Kept = { key: string; total: number; sizes: unknown }

const load = (): Kept[] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

export function keepSizes(key: string, total: number, sizes: unknown): void {
  const others = load().filter((kept) => kept.key !== key)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...others, { key, total, sizes }].slice(-mostLists)))
  } catch {
    // Without storage a list starts with its estimate again.
    return
  }
}

/** @returns undefined when the list has another length now: the heights would fall on other rows */
export function keptSizes<Sizes>(key: string, total: number): Sizes | undefined {
  return load().find((kept) => kept.key === key && kept.total === total)?.sizes as Sizes | undefined
}
