import type { DiscoveryItem } from '#contract/discovery.ts'
import type { CardPack } from '#contract/packs.ts'
import type { Named } from '#contract/wire.ts'
import { coverOf } from '#src/parts/pack-cover.ts'

/** What the device remembers of a downloaded pack. */
type DownloadedPack = {
  packId: string
  title: string
  label: string
  subject: Named
  cardCount: number
}

/** What the library says of a pack to everybody. */
export type PackAbout = Omit<DiscoveryItem, 'previewCards'>

/** What the screen shows of a pack; without a network only what came with its download may be known. */
export type PackFacts = Pick<CardPack, 'id' | 'title' | 'label' | 'cardCount' | 'unlocked'> & {
  subject: Named
  /** One character for the cover. */
  mark: string
  /** Grade, subject, knowledge point. */
  place: readonly string[]
  /** Null while only the download is known. */
  about: PackAbout | null
  /** What it is to this student; null until the server has said it. */
  pack: CardPack | null
}

const factsOf = (about: PackAbout, unlocked: boolean, pack: CardPack | null): PackFacts => ({
  ...about,
  unlocked,
  mark: coverOf(about).mark,
  place: [about.grade.name, about.subject.name, about.knowledgePoint.name],
  about,
  pack,
})

/**
 * @param pack the server's word, maybe of an earlier day
 * @param stored the download, when it is whole on this device: only an unlocked pack can be
 * @param item what the library says to everybody: it is there before the rest, and with no network
 */
export function packFacts(
  pack: CardPack | undefined,
  stored: DownloadedPack | undefined,
  item: DiscoveryItem | undefined,
): PackFacts | undefined {
  if (pack !== undefined) return factsOf(pack, pack.unlocked, pack)
  if (item !== undefined) return factsOf(item, stored !== undefined, null)
  return (
    stored && {
      id: stored.packId,
      title: stored.title,
      label: stored.label,
      cardCount: stored.cardCount,
      unlocked: true,
      subject: stored.subject,
      mark: coverOf(stored).mark,
      place: [stored.subject.name],
      about: null,
      pack: null,
    }
  )
}
