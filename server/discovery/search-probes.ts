import { compact, scriptRuns } from '#server/sql/search-text.ts'
import { searchTiers } from '#server/sql/search-tiers.ts'
import {
  soughtGrams,
  soughtStart,
  tokenOf,
  type EntryKind,
  type GramPlace,
} from '#server/sql/search-tokens.ts'

/** One look into the index: entries that hold all of `tokens`, but not all of `without`. */
export type Probe = { tokens: number[]; without: number[][] }

/**
 * Where a keyword is looked for, best matches first: titles that begin with its first word, titles that hold it,
 * the rest; of each, the tiers from the packs with most learners on.
 * @param terms at least one
 * @param scope a grade or stage
 */
export function probesFor(kind: EntryKind, terms: readonly string[], scope?: string): Probe[] {
  const tokensOf = (place: GramPlace, grams: readonly string[]) =>
    grams.map((gram) => tokenOf(kind, place, gram))
  const [first = [], ...others] = terms.map((term) => scriptRuns(term))
  const rest = [
    ...tokensOf('any', others.flat().flatMap(soughtGrams)),
    ...(scope === undefined ? [] : tokensOf('scope', [scope])),
  ]
  const sought = first.flatMap(soughtGrams)
  const start = tokensOf('start', first.slice(0, 1).flatMap(soughtStart))
  const anywhere = tokensOf('any', sought)
  // Of a card's title, Han is only in the index of all that it is found by.
  const inTitle =
    kind === 'pack' || first.every(({ isHan }) => !isHan) ? tokensOf('title', sought) : undefined
  const phases: Probe[] = [
    // A start says as much as its own gram does.
    { tokens: [...start, ...(sought.length > 1 ? anywhere : []), ...rest], without: [] },
    ...(inTitle ? [{ tokens: [...inTitle, ...rest], without: [start] }] : []),
    { tokens: [...anywhere, ...rest], without: inTitle ? [start, inTitle] : [start] },
  ]
  const inTier = (tokens: readonly number[], tier: number) =>
    [...new Set(tokens)].map((token) => token + tier)
  return phases.flatMap(({ tokens, without }) =>
    Array.from({ length: searchTiers }, (_, tier) => ({
      tokens: inTier(tokens, tier),
      without: without.map((each) => inTier(each, tier)),
    })),
  )
}

/** Letters and digits of the word that decides how well a title matches. */
export function leadingWord([first = '']: readonly string[]): string {
  return compact(first)
}
