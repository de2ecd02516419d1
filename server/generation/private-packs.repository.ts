import { sql, type Kysely, type Transaction } from 'kysely'
import { packProgress } from '#server/sql/pack-progress.ts'
import { nextUpdate } from '#server/sql/next-update.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'

/** Private packs as rows of `card_packs`. Every query names the owner: no other student gets an answer. */

type Db = Kysely<Schema>
type Tx = Transaction<Schema>
export type PackOfOwner = { packId: string; ownerId: string }

const summariesOf = (db: Db, ownerId: string, now: Date) =>
  db
    .selectFrom('card_packs as p')
    .innerJoin('grades as g', 'g.id', 'p.grade_id')
    .innerJoin('subjects as s', 's.id', 'p.subject_id')
    .innerJoinLateral(
      () =>
        packProgress(db, now.toISOString())
          .whereRef('cs.student_id', '=', sql.ref('p.owner_id'))
          .whereRef('cs.pack_id', '=', sql.ref('p.id'))
          .as('progress'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'p.title', 'p.label', 'p.card_count', 'p.size_bytes', 'p.catalogue_version'])
    .select(['p.created_at', 'p.updated_at', 'g.id as grade_id', 'g.name as grade_name', 'g.stage'])
    .select(['s.id as subject_id', 's.name as subject_name'])
    .select(['progress.seen', 'progress.mastered', 'progress.due', 'progress.last_studied_at'])
    .where('p.owner_id', '=', ownerId)
    .where('p.removed_at', 'is', null)

export type PackRow = Awaited<ReturnType<typeof listPacks>>[number]

/** Newest first. */
export function listPacks(db: Db, ownerId: string, { asOf, limit, offset }: Page, now: Date) {
  return summariesOf(db, ownerId, now)
    .where('p.created_at', '<=', asOf)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findPack(db: Db, { packId, ownerId }: PackOfOwner, now: Date): Promise<PackRow | undefined> {
  return summariesOf(db, ownerId, now).where('p.id', '=', packId).executeTakeFirst()
}

export async function countPacks(db: Db, ownerId: string, asOf?: Date): Promise<number> {
  const { total } = await db
    .selectFrom('card_packs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .$if(asOf !== undefined, (query) => query.where('created_at', '<=', asOf!))
    .executeTakeFirstOrThrow()
  return total
}

/** Deleted ones, too. */
export async function countPacksEver(db: Db, ownerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('card_packs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return total
}

/** Of all packs that the student has. What was not reckoned yet is taken for four times its compressed size. */
export async function sumTextBytes(db: Db, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('card_packs')
    .select(sql<number>`coalesce(sum(coalesce(text_bytes, size_bytes * 4)), 0)::bigint`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Whether the id stands for a pack of anybody, a deleted one included, and whose. */
export function findOwner(db: Db, packId: string) {
  return db
    .selectFrom('card_packs')
    .select(['owner_id', 'removed_at'])
    .where('id', '=', packId)
    .executeTakeFirst()
}

/** Of one student's packs only one is made at a time, so that they can be counted. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.selectFrom('students').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
}

/** Takes the pack for this transaction; undefined when it is not the student's. */
export function lockPack(tx: Tx, { packId, ownerId }: PackOfOwner) {
  return tx
    .selectFrom('card_packs')
    .select(['id', 'title', 'label', 'grade_id', 'subject_id', 'removed_at'])
    .where('id', '=', packId)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type PackFields = { title: string; label: string; gradeId: string; subjectId: string }

/** @returns false when the id is taken */
export async function insertPack(
  tx: Tx,
  { packId, ownerId, title, label, gradeId, subjectId, now }: PackOfOwner & PackFields & { now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('card_packs')
    .values({
      id: packId,
      slug: null,
      owner_id: ownerId,
      title,
      label,
      summary: '',
      intro: '[]',
      source: '',
      grade_id: gradeId,
      subject_id: subjectId,
      knowledge_point_id: null,
      teacher_id: null,
      price_coins: 0,
      card_count: 0,
      preview_count: 0,
      size_bytes: 0,
      featured_position: null,
      search_text: '',
      catalogue_version: '',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What is studied is unlocked: the plan and the forecast count over unlocks. */
export async function unlockForOwner(tx: Tx, { packId, ownerId }: PackOfOwner, now: Date): Promise<void> {
  await tx
    .insertInto('unlocks')
    .values({
      student_id: ownerId,
      pack_id: packId,
      payment_method: 'balance',
      charged: 0,
      unlocked_at: now,
    })
    .execute()
}

export async function updatePack(
  tx: Tx,
  packId: string,
  { title, label, gradeId, subjectId }: PackFields,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('card_packs')
    .set({ title, label, grade_id: gradeId, subject_id: subjectId, updated_at: nextUpdate(now) })
    .where('id', '=', packId)
    .execute()
}

/** The row stays, so that the id is never used again and answers keep what they point to. */
export async function removePack(tx: Tx, { packId, ownerId }: PackOfOwner, now: Date): Promise<void> {
  await tx
    .updateTable('card_packs')
    .set({
      title: '',
      label: '',
      card_count: 0,
      size_bytes: 0,
      text_bytes: 0,
      removed_at: now,
      updated_at: now,
    })
    .where('id', '=', packId)
    .execute()
  await tx.deleteFrom('unlocks').where('student_id', '=', ownerId).where('pack_id', '=', packId).execute()
}

/** Which of the two is not there. */
export async function findUnknownField(
  db: Db,
  { gradeId, subjectId }: Partial<Pick<PackFields, 'gradeId' | 'subjectId'>>,
): Promise<'gradeId' | 'subjectId' | undefined> {
  const isThere = async (table: 'grades' | 'subjects', id: string): Promise<boolean> =>
    (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (gradeId !== undefined && !(await isThere('grades', gradeId))) return 'gradeId'
  if (subjectId !== undefined && !(await isThere('subjects', subjectId))) return 'subjectId'
  return undefined
}
