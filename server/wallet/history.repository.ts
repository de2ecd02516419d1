import { sql, type Kysely } from 'kysely'
import type { BalanceHistoryQuery, LedgerEntry } from '#contract/wallet.ts'
import { dayMs, isRealDay } from '#contract/study-day.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'

type Filters = Pick<BalanceHistoryQuery, 'direction' | 'kind' | 'from' | 'to' | 'utcOffsetMinutes'>

const utcOffsetOfChina = 480

/** The days of the wallet begin at midnight; those of studying at another hour. */
const midnight = (day: string, utcOffsetMinutes: number, daysLater = 0): Date =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + daysLater * dayMs - utcOffsetMinutes * 60_000)

const isPossible = (day: string | undefined): boolean => day === undefined || (isRealDay(day) && day > '1970')

/** Whether the days are days of the calendar: the pattern lets the 31st of February pass. */
export function hasRealDays({ from, to }: Filters): boolean {
  return isPossible(from) && isPossible(to)
}

const entriesOf = (db: Kysely<Schema>, studentId: string, filters: Filters, page: Page) => {
  const { direction, kind, from, to, utcOffsetMinutes = utcOffsetOfChina } = filters
  return db
    .selectFrom('ledger_entries as e')
    .where('e.student_id', '=', studentId)
    .where('e.created_at', '<=', page.asOf)
    .$if(direction === 'income', (query) => query.where('e.amount', '>', 0))
    .$if(direction === 'expense', (query) => query.where('e.amount', '<', 0))
    .$if(kind !== undefined, (query) => query.where('e.kind', '=', kind!))
    .$if(from !== undefined, (query) => query.where('e.created_at', '>=', midnight(from!, utcOffsetMinutes)))
    .$if(to !== undefined, (query) => query.where('e.created_at', '<', midnight(to!, utcOffsetMinutes, 1)))
}

/** An entry's reference as the id that it is for these kinds: of what is looked up, so that it is found by its key. */
const referencedBy = (...kinds: LedgerEntry['kind'][]) =>
  sql<string>`case when e.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then e.reference::uuid end`

/** Newest first, those of one moment by the order in which they were written. The subject is the pack's title, the order's, or the study day. */
export async function listEntries(
  db: Kysely<Schema>,
  studentId: string,
  filters: Filters,
  page: Page,
): Promise<{ items: LedgerEntry[]; total: number }> {
  const entries = entriesOf(db, studentId, filters, page)
  const rows = await entries
    .leftJoin('card_packs as p', (join) => join.on('p.id', '=', referencedBy('unlock')))
    .leftJoin('orders as o', (join) => join.on('o.id', '=', referencedBy('recharge', 'refund')))
    .select([
      'e.id',
      'e.kind',
      'e.amount',
      'e.balance_after',
      'e.created_at',
      sql<string>`case e.kind when 'daily_goal' then e.reference when 'welcome' then '' else coalesce(p.title, o.title, '') end`.as(
        'subject',
      ),
    ])
    .orderBy('e.created_at', 'desc')
    .orderBy(sql`e.sequence desc nulls last`)
    .orderBy('e.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await entries.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()
  return {
    total,
    items: rows.map(({ balance_after, created_at, ...row }) => ({
      ...row,
      balanceAfter: balance_after,
      createdAt: created_at.toISOString(),
    })),
  }
}
