import type { FetchStrokes } from '#src/api/stroke-files.ts'
import { characterOf, type StrokeData } from '#contract/stroke-order.ts'
import type { Card } from '#contract/packs.ts'
import type { AccountDatabase } from './database.ts'
import type { StoredCard } from './schema.ts'
import { refuseSealed } from './sealed.ts'
import { write } from './write.ts'

/**
 * How the characters of downloaded cards are written. The strokes are kept in the card's own row: they come
 * after the pack, go with it, and are asked for again when the card is changed.
 */

const charactersAtOnce = 6

/** Cards that name a character and have not been asked about, by character. */
const lackingStrokes = async (database: AccountDatabase, packId: string): Promise<Map<string, string[]>> => {
  const cards = await database.use((connection) =>
    connection.getAllFromIndex('cards', 'by-pack', IDBKeyRange.bound([packId, 0], [packId, Infinity])),
  )
  const lacking = new Map<string, string[]>()
  for (const card of cards) {
    const character = card.strokes === undefined ? characterOf(card.front) : null
    if (character !== null) lacking.set(character, [...(lacking.get(character) ?? []), card.id])
  }
  return lacking
}

type Fetched = { character: string; cardIds: string[]; strokes: StrokeData | null }

const store = (database: AccountDatabase, packId: string, fetched: readonly Fetched[]): Promise<void> =>
  write(database, ['cards', 'packs', 'meta'], async (tx) => {
    await refuseSealed(tx.objectStore('meta'))
    const cards = tx.objectStore('cards')
    let bytes = 0
    for (const { character, cardIds, strokes } of fetched) {
      for (const id of cardIds) {
        const card = await cards.get(id)
        // The pack may have been removed or changed while the strokes were on their way.
        if (card === undefined || characterOf(card.front) !== character) continue
        const row: StoredCard = { ...card, strokes }
        await cards.put(row)
        bytes += JSON.stringify(strokes).length
      }
    }
    const pack = await tx.objectStore('packs').get(packId)
    if (pack) await tx.objectStore('packs').put({ ...pack, bytes: pack.bytes + bytes })
  })

/**
 * Fetches what is lacking, a few characters at a time; what came before a break is kept.
 * @throws ApiError when there is no network or the server is in trouble: the next download asks again;
 * QuotaExceededError; SealedError
 */
export async function keepStrokes(
  database: AccountDatabase,
  packId: string,
  fetchStrokes: FetchStrokes,
  signal?: AbortSignal,
): Promise<void> {
  const lacking = [...(await lackingStrokes(database, packId))]
  while (lacking.length > 0) {
    const some = lacking.splice(0, charactersAtOnce)
    const fetched = await Promise.all(
      some.map(async ([character, cardIds]) => ({
        character,
        cardIds,
        strokes: await fetchStrokes(character, { signal }),
      })),
    )
    await store(database, packId, fetched)
  }
  await write(database, ['packs'], async (tx) => {
    const pack = await tx.objectStore('packs').get(packId)
    if (pack && pack.hasStrokes !== true) await tx.objectStore('packs').put({ ...pack, hasStrokes: true })
  })
}

export type NamesCharacter = Pick<Card, 'id' | 'front'>
export type CharacterStrokes = { character: string; strokes: StrokeData }

/**
 * The strokes that came with a card, else those that the server has; null for a card that names no character
 * and for a character without a drawing.
 * @throws ApiError when they are neither here nor to be had
 */
export async function strokesOf(
  database: AccountDatabase,
  card: NamesCharacter,
  fetchStrokes: FetchStrokes,
  signal?: AbortSignal,
): Promise<CharacterStrokes | null> {
  const character = characterOf(card.front)
  if (character === null) return null
  const stored = (await database.use((connection) => connection.get('cards', card.id)))?.strokes
  const strokes = stored === undefined ? await fetchStrokes(character, { signal }) : stored
  return strokes && { character, strokes }
}
