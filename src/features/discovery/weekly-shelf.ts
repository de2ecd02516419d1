/** Fewer make no list of favourites. */
const leastStudied = 3

/**
 * What the shelf of the week holds, and whether it may say 本周热学: while hardly anybody studies, it says no more
 * than that these packs are there.
 * @param studied how many of them were studied this week, from the first on; undefined: not known
 */
export function weeklyShelf<Pack>(packs: readonly Pack[], studied = packs.length) {
  const isByNumbers = studied >= Math.min(leastStudied, packs.length)
  return { isByNumbers, packs: isByNumbers ? packs.slice(0, studied) : packs }
}
