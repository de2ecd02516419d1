import { sql, type Kysely } from 'kysely'
import { isPublic, packSummaries } from '#server/sql/pack-summary.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'
import { accountErased } from '#server/lib/errors.ts'

/** Packs as one student may see them, unlocks and favourites. */

type Db = Kysely<Schema>

/**
 * Public packs, own private packs, and packs that left the library after the student unlocked them.
 * Needs `unlocks` joined as `u` for this student.
 */
const isVisibleTo = (studentId: string) =>
  sql<boolean>`((p.owner_id = ${studentId} and p.removed_at is null)
    or (p.owner_id is null and (p.removed_at is null or u.student_id is not null)))`

/** A pack of the library with what it is to the student; undefined when it is not there for this student. */
export function findPack(db: Db, packId: string, studentId: string) {
  return packSummaries(db)
    .leftJoin('unlocks as u', (join) =>
      join.onRef('u.pack_id', '=', 'p.id').on('u.student_id', '=', studentId),
    )
    .leftJoin('favorites as f', (join) =>
      join.onRef('f.pack_id', '=', 'p.id').on('f.student_id', '=', studentId),
    )
    .select(['p.intro', 'p.source', 'p.preview_count', 'u.unlocked_at', 'f.created_at as favorited_at'])
    .where('p.id', '=', packId)
    .where(isVisibleTo(studentId))
    .executeTakeFirst()
}

/** Whether all of the pack is open to the student, and whether it is of the library; undefined when it is not there for this student. */
export function findAccess(db: Db, packId: string, studentId: string) {
  return db
    .selectFrom('card_packs as p')
    .leftJoin('unlocks as u', (join) =>
      join.onRef('u.pack_id', '=', 'p.id').on('u.student_id', '=', studentId),
    )
    .select([
      sql<boolean>`(u.student_id is not null or p.owner_id is not null)`.as('open'),
      sql<boolean>`p.owner_id is null`.as('shared'),
    ])
    .where('p.id', '=', packId)
    .where(isVisibleTo(studentId))
    .executeTakeFirst()
}

/** The price of a pack that can be unlocked now. */
export async function findPrice(db: Db, packId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('card_packs as p')
    .select('p.price_coins')
    .where('p.id', '=', packId)
    .where(isPublic)
    .executeTakeFirst()
  return row?.price_coins
}

/** What a pack of the library costs, and what an order calls it. */
export function findOffer(db: Db, packId: string) {
  return db
    .selectFrom('card_packs as p')
    .select(['p.title', 'p.price_coins'])
    .where('p.id', '=', packId)
    .where(isPublic)
    .executeTakeFirst()
}

/** @returns false when there was none */
export async function deleteUnlock(
  db: Db,
  { studentId, packId }: { studentId: string; packId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('unlocks')
    .where('student_id', '=', studentId)
    .where('pack_id', '=', packId)
    .returning('pack_id')
    .executeTakeFirst()
  return row !== undefined
}

export function findUnlock(db: Db, packId: string, studentId: string) {
  return db
    .selectFrom('unlocks')
    .select('unlocked_at')
    .where('student_id', '=', studentId)
    .where('pack_id', '=', packId)
    .executeTakeFirst()
}

type NewUnlock = {
  packId: string
  studentId: string
  paymentMethod: string
  price: number
  unlockedAt: Date
}

/**
 * Claims the unlock. Of two at once the second waits here for the first.
 * @returns false when the pack was unlocked before
 */
export async function insertUnlock(db: Db, unlock: NewUnlock): Promise<boolean> {
  const row = await db
    .insertInto('unlocks')
    .values({
      student_id: unlock.studentId,
      pack_id: unlock.packId,
      payment_method: unlock.paymentMethod,
      charged: unlock.price,
      unlocked_at: unlock.unlockedAt,
    })
    .onConflict((conflict) => conflict.columns(['student_id', 'pack_id']).doNothing())
    .returning('pack_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets again when the pack was unlocked. */
export async function stampUnlock(
  db: Db,
  { packId, studentId, unlockedAt }: Pick<NewUnlock, 'packId' | 'studentId' | 'unlockedAt'>,
): Promise<void> {
  await db
    .updateTable('unlocks')
    .set({ unlocked_at: unlockedAt })
    .where('student_id', '=', studentId)
    .where('pack_id', '=', packId)
    .execute()
}

/** Every unlock of the pack meets in this row, so it comes last in its transaction. */
export async function addLearners(db: Db, packId: string, count: 1 | -1): Promise<void> {
  await db
    .updateTable('card_packs')
    .set(({ eb }) => ({ learner_count: eb('learner_count', '+', count) }))
    .where('id', '=', packId)
    .execute()
}

export async function readCoins(db: Db, studentId: string): Promise<number> {
  const wallet = await db
    .selectFrom('wallets')
    .select('coins')
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow(accountErased)
  return wallet.coins
}

export async function addFavorite(db: Db, packId: string, studentId: string, at: Date): Promise<void> {
  await db
    .insertInto('favorites')
    .values({ student_id: studentId, pack_id: packId, created_at: at })
    .onConflict((conflict) => conflict.columns(['student_id', 'pack_id']).doNothing())
    .execute()
}

export async function removeFavorite(db: Db, packId: string, studentId: string): Promise<void> {
  await db.deleteFrom('favorites').where('student_id', '=', studentId).where('pack_id', '=', packId).execute()
}

const favoritesOf = (db: Db, studentId: string, { asOf }: Pick<Page, 'asOf'>) =>
  packSummaries(db)
    .innerJoin('favorites as f', 'f.pack_id', 'p.id')
    .leftJoin('unlocks as u', (join) =>
      join.onRef('u.pack_id', '=', 'p.id').on('u.student_id', '=', studentId),
    )
    .where('f.student_id', '=', studentId)
    .where('f.created_at', '<=', asOf)
    .where(isVisibleTo(studentId))

export function listFavorites(db: Db, studentId: string, page: Page) {
  return favoritesOf(db, studentId, page)
    .orderBy('f.created_at', 'desc')
    .orderBy('p.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** How many there are on all pages. */
export async function countFavorites(db: Db, studentId: string, page: Pick<Page, 'asOf'>): Promise<number> {
  const { total } = await favoritesOf(db, studentId, page)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
