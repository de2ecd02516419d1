const mostEntries = 12
/** What the server takes as a keyword. */
export const maxKeywordLength = 40

/** A keyword as it is searched for. */
export function cleanKeyword(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ').slice(0, maxKeywordLength)
}

/** The history with one more search, newest first; the same words stand in it once. */
export function withSearch(history: readonly string[], typed: string): string[] {
  const keyword = cleanKeyword(typed)
  if (keyword === '') return [...history]
  const others = history.filter((entry) => entry.toLowerCase() !== keyword.toLowerCase())
  return [keyword, ...others].slice(0, mostEntries)
}
