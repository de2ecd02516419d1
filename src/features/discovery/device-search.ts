import type { Catalogue } from '#contract/packs.ts'
import type { Named } from '#contract/wire.ts'
import { createReader } from '#src/lib/pinyin.ts'

/** Search over what is on the device: titles of downloaded packs and of their cards, pinyin included. */

type SearchablePack = {
  packId: string
  title: string
  label: string
  subject: Named
  catalogue: Catalogue
  cardCount: number
}

export type DeviceFinds<P extends SearchablePack = SearchablePack> = {
  packs: P[]
  cards: { id: string; title: string; pack: P }[]
  /** Cards found, also those beyond what is listed. */
  cardTotal: number
}

/** Beyond it nobody reads on; another word narrows down. */
const mostCards = 100

let reader: ReturnType<typeof createReader> | undefined
const reading = (text: string) => {
  reader ??= createReader(new Intl.Collator('zh-Hans-u-co-pinyin').compare)
  return reader(text.replace(/[^\p{L}\p{N}]+/gu, ''))
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

const isLatin = (word: string): boolean => /^[a-z]+$/.test(word)

const holds = (text: string, words: readonly string[]): boolean => {
  const shown = plain(text)
  return words.every((word) => {
    if (shown.includes(word)) return true
    if (!isLatin(word)) return false
    const { full, initials } = reading(shown)
    return full.includes(word) || initials.includes(word)
  })
}

/** @param keyword Chinese, pinyin or initials; words parted by spaces must all be held */
export const searchDevice = <P extends SearchablePack>(
  packs: readonly P[],
  keyword: string,
): DeviceFinds<P> => {
  const words = plain(keyword)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return { packs: [], cards: [], cardTotal: 0 }
  const cards = packs.flatMap((pack) =>
    pack.catalogue.chapters
      .flatMap((chapter) => chapter.cards)
      .filter((card) => holds(card.title, words))
      .map(({ id, title }) => ({ id, title, pack })),
  )
  return {
    packs: packs.filter((pack) => holds(`${pack.title}\n${pack.label}`, words)),
    cards: cards.slice(0, mostCards),
    cardTotal: cards.length,
  }
}
