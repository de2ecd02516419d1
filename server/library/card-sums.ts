import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Card } from '#contract/packs.ts'
import type { CardContent } from '#server/db/schema/packs.ts'

/** What is reckoned from a pack's cards whenever they are written, the same for every kind of pack. */

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

type HashedCard = { title: string; preview: boolean; content: CardContent }

/** Changes with everything that a student sees of the card. */
export function contentHash({ title, preview, content }: HashedCard): string {
  return hashOf([title, preview, content])
}

/** Bytes of the cards on the wire: as `card-details` answers them, compressed. */
export function bytesOnWire(cards: readonly Card[]): number {
  return gzipSync(JSON.stringify(cards)).length
}

const compress = promisify(gzip)

/**
 * What each of some cards adds to them on the wire: they are compressed together, beside the event loop, and each
 * bears its part.
 */
export async function bytesOfEach(cards: readonly Card[]): Promise<number[]> {
  const texts = cards.map((card) => JSON.stringify(card))
  const whole = texts.join()
  const { length } = await compress(whole)
  return texts.map((text) => Math.ceil((length * text.length) / whole.length))
}

type ChapterTitle = { id: string; title: string }
type PlacedCard = { id: string; chapter_id: string; hash: string }

/** The version of a catalogue. @param cards in their order */
export function catalogueVersion(chapters: readonly ChapterTitle[], cards: readonly PlacedCard[]): string {
  return hashOf([
    chapters.map(({ id, title }) => [id, title]),
    cards.map(({ id, chapter_id, hash }) => [id, chapter_id, hash]),
  ])
}
