import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { maxCardsInPrivatePack, maxPrivatePackBytes } from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { onlyChapter } from '#contract/private-card.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import { pressCards, type PressedCard } from './press-cards.ts'
import * as cardRows from './private-cards.repository.ts'
import { findOwner, lockPack, type PackOfOwner } from './private-packs.repository.ts'

/** The rules of changing a private pack's cards. */

type Tx = Transaction<Schema>
type CardDeps = Pick<Deps, 'database' | 'clock' | 'cardPress'>

/** Reckons anew what depends on all cards. */
const writeSums = async ({ cardPress, clock }: CardDeps, tx: Tx, packId: string): Promise<void> => {
  if ((await cardRows.countBytes(tx, packId)) > maxPrivatePackBytes) {
    fail('invalid_input', { field: '一个私有卡包的文字太多，请分成几个卡包' })
  }
  const cards = await cardRows.readContents(tx, packId)
  const onWire = cards.map(({ id, title, hash, content }) => ({ id, packId, title, hash, ...content }))
  await cardRows.writeSums(tx, packId, {
    cardCount: cards.length,
    sizeBytes: cardPress.bytesOnWire(onWire),
    version: cardPress.catalogueVersion([onlyChapter], cards),
    now: clock(),
  })
}

/**
 * Adds new cards at the end and changes known ones in place. A card that was deleted stays so: what another
 * device wrote about it before it knew is passed over.
 * @throws ExpectedError `too_many_cards`; `not_found` when an id is that of a card elsewhere
 */
export const mergeCards = async (
  deps: CardDeps,
  tx: Tx,
  packId: string,
  cards: readonly PressedCard[],
): Promise<void> => {
  const sources = await cardRows.readSources(tx, packId)
  const known = new Map(sources.map((source) => [source.id, source]))
  const lastPosition = Math.max(-1, ...sources.map(({ position }) => position))
  const added = cards
    .filter(({ id }) => !known.has(id))
    .map((card, index) => ({ ...card, position: lastPosition + 1 + index }))
  const changed = cards.filter(({ id, markdown }) => {
    const source = known.get(id)
    return source?.markdown && !isDeepStrictEqual(source.markdown, markdown)
  })
  const live = sources.filter(({ removed_at }) => removed_at === null).length
  if (live + added.length > maxCardsInPrivatePack) fail('too_many_cards', { limit: maxCardsInPrivatePack })
  if (!(await cardRows.insertCards(tx, packId, added))) fail('not_found')
  await cardRows.updateCards(tx, packId, changed)
  if (added.length + changed.length > 0 || sources.length === 0) await writeSums(deps, tx, packId)
}

/** @throws ExpectedError `not_found`, `invalid_input`, `too_many_cards` */
export const putCards = async (
  deps: CardDeps,
  pack: PackOfOwner,
  cards: readonly PrivateCard[],
): Promise<void> => {
  const row = await findOwner(deps.database.db, pack.packId)
  if (row?.owner_id !== pack.ownerId || row.removed_at !== null) fail('not_found')
  const pressed = await pressCards(deps, cards)
  await deps.database.transaction(async (tx) => {
    const locked = await lockPack(tx, pack)
    if (locked?.removed_at !== null) fail('not_found')
    await mergeCards(deps, tx, pack.packId, pressed)
  })
}

/** Deleting a deleted card changes nothing. @throws ExpectedError `not_found` */
export const deleteCard = async (deps: CardDeps, pack: PackOfOwner, cardId: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const locked = await lockPack(tx, pack)
    if (locked?.removed_at !== null) fail('not_found')
    const isKnown = (await cardRows.readSources(tx, pack.packId)).some(({ id }) => id === cardId)
    if (!isKnown) fail('not_found')
    const removed = await cardRows.removeCards(tx, pack.packId, deps.clock(), cardId)
    if (removed > 0) await writeSums(deps, tx, pack.packId)
  })
