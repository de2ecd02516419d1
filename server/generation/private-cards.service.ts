import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import {
  maxCardsEverInPrivatePack,
  maxCardsInPrivatePack,
  maxPrivateBytes,
  maxPrivatePackBytes,
} from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { onlyChapter } from '#contract/private-card.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { markdownOf, parseCards, type ParsedCard, type SentCard } from './parse-cards.ts'
import {
  countCards,
  fillBytes,
  insertCards,
  readHashes,
  readSources,
  removeCards,
  sumBytes,
  updateCards,
  writeSums,
} from './private-cards.repository.ts'
import { refuseUnfit, takeWeight } from './private-limits.ts'
import { findOwner, lockPack, sumTextBytes, type PackOfOwner } from './private-packs.repository.ts'

/** The rules of changing a private pack's cards. */

type Tx = Transaction<Schema>
export type CardDeps = Pick<Deps, 'database' | 'clock' | 'cardParser'> & { limiter: RateLimiter }

/** Counts again what depends on all cards, without reading their text. @returns the bytes of it */
const updateSums = async ({ cardParser, clock }: CardDeps, tx: Tx, packId: string): Promise<number> => {
  const bytes = await sumBytes(tx, packId)
  const cards = await readHashes(tx, packId)
  await writeSums(tx, packId, {
    cardCount: cards.length,
    bytes,
    version: cardParser.catalogueVersion([onlyChapter], cards),
    now: clock(),
  })
  return bytes.text
}

/** What makes a pack smaller is always taken. */
const refuseBulk = async (
  tx: Tx,
  ownerId: string,
  { before, after }: { before: number; after: number },
): Promise<void> => {
  if (after <= before) return
  if (after > maxPrivatePackBytes) {
    fail('invalid_input', { field: '一个私有卡包的文字太多，请分成几个卡包' })
  }
  // Calls of one moment may exceed it by their own cards.
  if ((await sumTextBytes(tx, ownerId)) > maxPrivateBytes) {
    fail('invalid_input', { field: '私有卡包的文字一共太多，请先删除不用的卡包' })
  }
}

type Counts = Awaited<ReturnType<typeof countCards>>

const refuseFull = ({ live, made }: Counts, added: number): void => {
  if (added === 0) return
  if (live + added > maxCardsInPrivatePack) fail('too_many_cards', { limit: maxCardsInPrivatePack })
  if (made + added > maxCardsEverInPrivatePack) {
    fail('invalid_input', { field: '这个卡包里增加和删除过的卡片太多，请新建一个卡包' })
  }
}

/**
 * Separates the new cards from those whose text differs. A card that was deleted stays so: what another device wrote
 * about it before it knew is passed over.
 * @throws ExpectedError `not_found` when an id is that of a card elsewhere
 */
const sortOut = async <Card extends { id: string }>(
  db: Kysely<Schema>,
  packId: string,
  cards: readonly Card[],
  textOf: (card: Card) => ParsedCard['markdown'],
): Promise<{ added: Card[]; changed: Card[] }> => {
  const sources = await readSources(
    db,
    cards.map(({ id }) => id),
  )
  if (sources.some(({ pack_id }) => pack_id !== packId)) fail('not_found')
  const known = new Map(sources.map((source) => [source.id, source]))
  return {
    added: cards.filter(({ id }) => !known.has(id)),
    changed: cards.filter((card) => {
      const source = known.get(card.id)
      return source?.markdown && !isDeepStrictEqual(source.markdown, textOf(card))
    }),
  }
}

/**
 * Prepares what the pack does not have yet, of as many cards as were sent; all that is cheap to refuse is refused
 * before.
 * @throws ExpectedError `not_found`, `invalid_input`, `too_many_cards`, `payload_too_large`, `too_many_requests`
 */
export async function prepareCards(
  deps: CardDeps,
  { packId, ownerId }: PackOfOwner,
  cards: readonly PrivateCard[],
): Promise<ParsedCard[]> {
  refuseUnfit(cards)
  const { added, changed } = await sortOut(deps.database.db, packId, cards, markdownOf)
  const fresh = new Set([...added, ...changed])
  if (fresh.size === 0) return []
  refuseFull(await countCards(deps.database.db, packId), added.length)
  await takeWeight(deps.limiter, ownerId, [...fresh])
  const sent = cards.map((card, index): SentCard => ({ card, number: index + 1 }))
  return parseCards(
    deps,
    packId,
    sent.filter(({ card }) => fresh.has(card)),
  )
}

/**
 * Adds new cards at the end and changes known ones in place.
 * @throws ExpectedError `too_many_cards`, `invalid_input`; `not_found` when an id is that of a card elsewhere
 */
export async function mergeCards(
  deps: CardDeps,
  tx: Tx,
  { packId, ownerId }: PackOfOwner,
  cards: readonly ParsedCard[],
): Promise<void> {
  const { added, changed } = await sortOut(tx, packId, cards, ({ markdown }) => markdown)
  const counts = await countCards(tx, packId)
  // A new pack has its sums even without cards.
  if (counts.made > 0 && added.length + changed.length === 0) return
  refuseFull(counts, added.length)
  await fillBytes(tx, packId)
  const before = (await sumBytes(tx, packId)).text
  const placed = added.map((card, index) => ({ ...card, position: counts.lastPosition + 1 + index }))
  if (!(await insertCards(tx, packId, placed))) fail('not_found')
  await updateCards(tx, packId, changed)
  await refuseBulk(tx, ownerId, { before, after: await updateSums(deps, tx, packId) })
}

/** @throws ExpectedError what `prepareCards` and `mergeCards` throw */
export async function putCards(
  deps: CardDeps,
  pack: PackOfOwner,
  cards: readonly PrivateCard[],
): Promise<void> {
  const row = await findOwner(deps.database.db, pack.packId)
  if (row?.owner_id !== pack.ownerId || row.removed_at !== null) fail('not_found')
  const parsed = await prepareCards(deps, pack, cards)
  if (parsed.length === 0) return
  await deps.database.transaction(async (tx) => {
    const locked = await lockPack(tx, pack)
    if (locked?.removed_at !== null) fail('not_found')
    await mergeCards(deps, tx, pack, parsed)
  })
}

/** Deleting a deleted card changes nothing. @throws ExpectedError `not_found` */
export async function deleteCard(deps: CardDeps, pack: PackOfOwner, cardId: string): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const locked = await lockPack(tx, pack)
    if (locked?.removed_at !== null) fail('not_found')
    const [card] = await readSources(tx, [cardId])
    if (card?.pack_id !== pack.packId) fail('not_found')
    const removed = await removeCards(tx, pack.packId, deps.clock(), cardId)
    if (removed === 0) return
    await fillBytes(tx, pack.packId)
    await updateSums(deps, tx, pack.packId)
  })
}
