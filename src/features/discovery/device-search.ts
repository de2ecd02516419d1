import type { Catalogue } from '#contract/packs.ts'
import type { Named } from '#contract/wire.ts'
import { keywordWords, matchRank } from '#src/lib/keyword-match.ts'

/** Search over what is on the device: titles of packs and of their cards, pinyin included; best first. */

export type SearchablePack = {
  packId: string
  title: string
  label: string
  subject: Named
  catalogue: Catalogue
  cardCount: number
  isPrivate: boolean
}

export type DeviceCard<P extends SearchablePack = SearchablePack> = { id: string; title: string; pack: P }
export type DeviceFinds<P extends SearchablePack = SearchablePack> = {
  packs: P[]
  cards: DeviceCard<P>[]
  /** Cards found, also those beyond what is listed. */
  cardTotal: number
}

/** More than anyone reads; another word narrows the search down. */
const mostCards = 100

const bestFirst = <T>(items: readonly T[], rankOf: (item: T) => number | null): T[] =>
  items
    .flatMap((item) => {
      const rank = rankOf(item)
      return rank === null ? [] : [{ item, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

/** @param keyword Chinese, pinyin or initials; words parted by spaces must all be held */
export function searchDevice<P extends SearchablePack>(packs: readonly P[], keyword: string): DeviceFinds<P> {
  const words = keywordWords(keyword)
  if (words.length === 0) return { packs: [], cards: [], cardTotal: 0 }
  const all = packs.flatMap((pack) =>
    pack.catalogue.chapters.flatMap(({ cards }) => cards.map(({ id, title }) => ({ id, title, pack }))),
  )
  const cards = bestFirst(all, ({ title }) => matchRank(title, words))
  return {
    packs: bestFirst(
      packs,
      ({ title, label }) => matchRank(title, words) ?? matchRank(`${title}\n${label}`, words),
    ),
    cards: cards.slice(0, mostCards),
    cardTotal: cards.length,
  }
}
