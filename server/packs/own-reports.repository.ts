import type { Kysely } from 'kysely'
import type { CardReportStatus, OwnCardReport } from '#contract/card-reports.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'

/** What a student reported, and what became of it. */

type Db = Kysely<Schema>

const reportsOf = (db: Db, studentId: string, { asOf }: Pick<Page, 'asOf'>) =>
  db
    .selectFrom('card_reports as r')
    .innerJoin('cards as c', 'c.id', 'r.card_id')
    .innerJoin('card_packs as p', 'p.id', 'r.pack_id')
    .where('r.student_id', '=', studentId)
    .where('r.created_at', '<=', asOf)

type Fate = { hash: string; card_hash: string; removed_at: Date | null; closed_at: Date | null }

const statusOf = ({ hash, card_hash, removed_at, closed_at }: Fate): CardReportStatus => {
  if (removed_at !== null) return 'removed'
  if (hash !== card_hash) return 'updated'
  return closed_at === null ? 'received' : 'closed'
}

/** Newest first. */
export async function listOwnReports(db: Db, studentId: string, page: Page): Promise<OwnCardReport[]> {
  const rows = await reportsOf(db, studentId, page)
    .select(['r.id', 'r.problem', 'r.comment', 'r.created_at', 'r.closed_at', 'r.card_hash'])
    .select(['c.id as card_id', 'c.title as card', 'c.hash', 'c.removed_at'])
    .select(['p.id as pack_id', 'p.title as pack'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    card: { id: row.card_id, title: row.card },
    pack: { id: row.pack_id, title: row.pack },
    problem: row.problem,
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    status: statusOf(row),
  }))
}

export async function countOwnReports(db: Db, studentId: string, page: Page): Promise<number> {
  const { total } = await reportsOf(db, studentId, page)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
