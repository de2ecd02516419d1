import type { Api } from '#src/api/client.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Card, Catalogue, PackProgress } from '#contract/packs.ts'
import { errorMessage } from '#contract/error-messages.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { onlyChapter } from '#contract/private-card.ts'
import { masteredStabilityDays } from '#contract/progress.ts'
import type { AccountDatabase } from './database.ts'
import { markKeptAway } from './kept-away.ts'
import type { PackHead } from './pack-version.ts'
import { isShown, type AccountConnection, type ShownRow, type StoredCard, type StoredPack } from './schema.ts'
import { refuseSealed } from './sealed.ts'
import { write } from './write.ts'

/** Downloaded packs: whole on the device, read by the card. A changed pack fetches only changed cards. */

/** Small enough that a slow connection shows progress and a lost one loses little. */
const cardsPerRequest = 50

export type DownloadProgress = { done: number; total: number }

type Listed = { id: string; hash: string; position: number }

const listedCards = (catalogue: Catalogue): Listed[] =>
  catalogue.chapters
    .flatMap((chapter) => chapter.cards)
    .map((card, position) => ({ id: card.id, hash: card.hash, position }))

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Asks for the catalogue of a pack: public and private packs have calls of their own. */
export type AskCatalogue = (api: Api, packId: string, signal?: AbortSignal) => Promise<Catalogue>

const askLibrary: AskCatalogue = (api, id, signal) =>
  api.call('GET /card-packs/:id/card-catalogue', { id }, { signal })

/**
 * Brings a pack to this device, or brings it up to date. What was fetched before a break is kept.
 * @throws ApiError `pack_locked` when the server holds cards back; QuotaExceededError when the disk is full;
 * SealedError when the student signs out while it runs
 */
export async function downloadPack(
  database: AccountDatabase,
  api: Api,
  pack: PackHead,
  options: {
    now: () => string
    /** For a private pack. */
    askCatalogue?: AskCatalogue
    /** What the list of packs said of its version, for `isCurrent`. */
    version?: string
    onProgress?: (progress: DownloadProgress) => void
    signal?: AbortSignal
  },
): Promise<void> {
  const catalogue = await (options.askCatalogue ?? askLibrary)(api, pack.id, options.signal)
  const listed = listedCards(catalogue)
  const row = storedRow(pack, listed.length, options.askCatalogue !== undefined, options.now())
  const { hashes, isSame } = await beginDownload(database, row, catalogue)
  const missing = listed.filter((card) => hashes.get(card.id) !== card.hash)
  let done = listed.length - missing.length
  options.onProgress?.({ done, total: listed.length })
  for (const chunk of chunksOf(missing, cardsPerRequest)) {
    const { cards, locked } = await api.call(
      'POST /card-packs/:id/card-details',
      { id: pack.id, cardIds: chunk.map((card) => card.id) },
      { signal: options.signal },
    )
    await storeCards(database, cards, new Map(chunk.map((card) => [card.id, card.position])))
    if (locked.length > 0) throw lockedError()
    done += chunk.length
    options.onProgress?.({ done, total: listed.length })
  }
  await finishDownload(database, pack.id, {
    version: options.version,
    changedAt: isSame && missing.length === 0 ? null : options.now(),
  })
}

/**
 * Puts a pack on this device that its owner made here and that the server does not know yet. Its cards have no hash,
 * so the download that follows brings them as the server holds them.
 * @throws QuotaExceededError when the disk is full; SealedError when the student signs out while it runs
 */
export async function keepOwnPack(
  database: AccountDatabase,
  pack: PackHead,
  cards: readonly Card[],
  now: string,
): Promise<void> {
  const catalogue: Catalogue = {
    packId: pack.id,
    version: '',
    chapters: [
      { ...onlyChapter, cards: cards.map(({ id, title, hash }) => ({ id, title, hash, preview: false })) },
    ],
  }
  await beginDownload(database, storedRow(pack, cards.length, true, now), catalogue)
  await storeCards(database, cards, new Map(cards.map((card, position) => [card.id, position])))
  await finishDownload(database, pack.id, { version: undefined, changedAt: now })
}

/** Puts a changed card in the place of the one that is here; does nothing where there is none. */
export function keepOwnCard(database: AccountDatabase, card: Card): Promise<void> {
  return database.use(async (connection) => {
    const { store, done } = connection.transaction('cards', 'readwrite')
    const here = await store.get(card.id)
    if (here !== undefined) await store.put({ ...card, position: here.position })
    await done
  })
}

const storedRow = (pack: PackHead, cardCount: number, isPrivate: boolean, now: string): StoredPack => ({
  packId: pack.id,
  title: pack.title,
  label: pack.label,
  subject: { id: pack.subject.id, name: pack.subject.name },
  cardCount,
  isPrivate,
  bytes: 0,
  status: 'downloading',
  updatedAt: now,
})

const lockedError = (): ApiError => {
  const { status, code, showType } = errorCatalogue.pack_locked
  const fields = { kind: 'expected', failure: 'pack_locked', status, code, showType } as const
  return new ApiError(errorMessage('pack_locked'), fields)
}

/**
 * Drops cards that left the catalogue, moves those that changed place; returns the hashes that are here, and whether
 * the catalogue is the same as before.
 */
const beginDownload = (
  database: AccountDatabase,
  row: StoredPack,
  catalogue: Catalogue,
): Promise<{ hashes: Map<string, string>; isSame: boolean }> =>
  write(database, ['packs', 'catalogues', 'cards', 'unseen', 'meta'], async (tx) => {
    await refuseSealed(tx.objectStore('meta'))
    await markKeptAway(tx.objectStore('meta'), row.packId, false)
    const known = await tx.objectStore('packs').get(row.packId)
    const before = await tx.objectStore('catalogues').get(row.packId)
    const isSame = known !== undefined && before?.version === catalogue.version && catalogue.version !== ''
    await tx.objectStore('packs').put({
      ...row,
      status: known?.status ?? 'downloading',
      bytes: known?.bytes ?? 0,
      updatedAt: known?.updatedAt ?? row.updatedAt,
    })
    if (!isSame) await tx.objectStore('catalogues').put(catalogue)
    const positions = new Map(listedCards(catalogue).map((card) => [card.id, card.position]))
    const stored = await tx.objectStore('cards').index('by-pack').getAll(packRange(row.packId))
    for (const card of stored) {
      const position = positions.get(card.id)
      if (position === undefined) {
        await tx.objectStore('cards').delete(card.id)
        await tx.objectStore('unseen').delete(card.id)
      } else if (position !== card.position) {
        await tx.objectStore('cards').put({ ...card, position })
        const unseen = await tx.objectStore('unseen').get(card.id)
        if (unseen) await tx.objectStore('unseen').put({ ...unseen, position })
      }
    }
    return { hashes: new Map(stored.map((card) => [card.id, card.hash])), isSame }
  })

const storeCards = (
  database: AccountDatabase,
  cards: readonly Card[],
  positions: Map<string, number>,
): Promise<void> =>
  write(database, ['cards', 'states', 'unseen', 'meta'], async (tx) => {
    await refuseSealed(tx.objectStore('meta'))
    for (const card of cards) {
      const stored: StoredCard = { ...card, position: positions.get(card.id) ?? 0 }
      await tx.objectStore('cards').put(stored)
      if (!isShown(await tx.objectStore('states').get(card.id))) {
        await tx
          .objectStore('unseen')
          .put({ cardId: card.id, packId: card.packId, position: stored.position })
      }
    }
  })

/** @param changedAt null when nothing came */
const finishDownload = (
  database: AccountDatabase,
  packId: string,
  { version, changedAt }: { version: string | undefined; changedAt: string | null },
): Promise<void> =>
  write(database, ['packs', 'cards'], async (tx) => {
    const row = await tx.objectStore('packs').get(packId)
    if (row === undefined) return
    const ready: StoredPack = { ...row, status: 'ready', version }
    if (changedAt !== null) {
      const cards = await tx.objectStore('cards').index('by-pack').getAll(packRange(packId))
      ready.bytes = JSON.stringify(cards).length
      ready.updatedAt = changedAt
    }
    await tx.objectStore('packs').put(ready)
  })

const packRange = (packId: string): IDBKeyRange => IDBKeyRange.bound([packId, 0], [packId, Infinity])

/** Removes a pack's cards from the device, to stay away until it is asked for. Answers and states stay. */
export function removePack(database: AccountDatabase, packId: string): Promise<void> {
  return write(database, ['packs', 'catalogues', 'cards', 'unseen', 'meta'], async (tx) => {
    await markKeptAway(tx.objectStore('meta'), packId, true)
    for (const store of ['cards', 'unseen'] as const) {
      for (const key of await tx.objectStore(store).index('by-pack').getAllKeys(packRange(packId))) {
        await tx.objectStore(store).delete(key)
      }
    }
    await tx.objectStore('packs').delete(packId)
    await tx.objectStore('catalogues').delete(packId)
  })
}

export function storedPacks(database: AccountDatabase): Promise<StoredPack[]> {
  return database.use((connection) => connection.getAll('packs'))
}

export function storedPack(database: AccountDatabase, packId: string): Promise<StoredPack | undefined> {
  return database.use((connection) => connection.get('packs', packId))
}

export function storedCatalogue(database: AccountDatabase, packId: string): Promise<Catalogue | undefined> {
  return database.use((connection) => connection.get('catalogues', packId))
}

export function storedCard(database: AccountDatabase, cardId: string): Promise<StoredCard | undefined> {
  return database.use((connection) => connection.get('cards', cardId))
}

/** Cards before and after one that are looked at for the answers of others. */
const neighbours = 20

/** Short answers of the cards around one in its pack, the nearest first: wrong answers to choose from. */
export function answersNear(database: AccountDatabase, cardId: string): Promise<string[]> {
  return database.use(async (connection) => {
    const cards = connection.transaction('cards').store
    const card = await cards.get(cardId)
    if (card === undefined) return []
    const around = await cards
      .index('by-pack')
      .getAll(
        IDBKeyRange.bound(
          [card.packId, card.position - neighbours],
          [card.packId, card.position + neighbours],
        ),
      )
    return around
      .filter((other) => other.id !== cardId)
      .sort((a, b) => Math.abs(a.position - card.position) - Math.abs(b.position - card.position))
      .flatMap((other) => other.answer ?? [])
  })
}

const answeredRows = async (connection: AccountConnection, packId: string): Promise<ShownRow[]> =>
  (
    await connection.getAllFromIndex('states', 'by-pack', IDBKeyRange.bound([packId, ''], [packId, '\uffff']))
  ).filter(isShown)

/** What this student has done in a pack, the waiting answers included. */
export function packProgress(
  database: AccountDatabase,
  packId: string,
  dueBefore: string,
): Promise<PackProgress> {
  return database.use(async (connection) => {
    const states = connection.transaction('states').store
    const [seen, mastered, due] = await Promise.all([
      states.index('by-pack').count(IDBKeyRange.bound([packId, ''], [packId, '\uffff'])),
      states
        .index('by-mastery')
        .count(IDBKeyRange.bound([packId, masteredStabilityDays], [packId, Infinity])),
      states.index('by-pack').count(IDBKeyRange.bound([packId, ''], [packId, dueBefore], false, true)),
    ])
    return { seen, mastered, due }
  })
}

/** How far each answered card of a pack is, the waiting answers included; a card without an entry is new. */
export function cardProgress(
  database: AccountDatabase,
  packId: string,
): Promise<ReadonlyMap<string, 'seen' | 'mastered'>> {
  return database.use(async (connection) => {
    const rows = await answeredRows(connection, packId)
    return new Map(
      rows.map((row) => [row.cardId, row.stability >= masteredStabilityDays ? 'mastered' : 'seen']),
    )
  })
}
