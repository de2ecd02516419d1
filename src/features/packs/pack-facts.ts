import type { CardPack } from '#contract/packs.ts'
import type { Named } from '#contract/wire.ts'

/** What the device remembers of a downloaded pack. */
type DownloadedPack = {
  packId: string
  title: string
  label: string
  subject: Named
  cardCount: number
}

/** What the screen shows of a pack; without a network only what came with its download may be known. */
export type PackFacts = Pick<CardPack, 'id' | 'title' | 'label' | 'cardCount' | 'unlocked'> & {
  subject: Named
  /** One character for the cover. */
  mark: string
  /** Grade, subject, knowledge point. */
  place: readonly string[]
  /** The rest, from the server; null while only the download is known. */
  pack: CardPack | null
}

/**
 * @param pack the server's word, maybe of an earlier day
 * @param stored the download, when it is whole on this device: only an unlocked pack can be
 */
export const packFacts = (
  pack: CardPack | undefined,
  stored: DownloadedPack | undefined,
): PackFacts | undefined => {
  if (pack !== undefined) {
    return {
      ...pack,
      mark: Array.from(pack.subject.name)[0] ?? '',
      place: [pack.grade.name, pack.subject.name, pack.knowledgePoint.name],
      pack,
    }
  }
  return (
    stored && {
      id: stored.packId,
      title: stored.title,
      label: stored.label,
      cardCount: stored.cardCount,
      unlocked: true,
      subject: stored.subject,
      mark: Array.from(stored.subject.name)[0] ?? '',
      place: [stored.subject.name],
      pack: null,
    }
  )
}
