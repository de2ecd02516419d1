import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { UnlockedQuery } from '#contract/packs.ts'
import { stageOf } from '#contract/stages.ts'
import { packProgress } from '#server/sql/pack-progress.ts'
import { holdsTerms, packSummaries } from '#server/sql/pack-summary.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'
import { searchTerms } from '#server/sql/search-text.ts'

/** The packs that a student unlocked, with the progress in each. */

type Db = Kysely<Schema>
export type UnlockedFilters = Pick<UnlockedQuery, 'gradeId' | 'subjectId' | 'knowledgePointId' | 'keyword'>
type SortField = NonNullable<UnlockedQuery['sortField']>
type SortOrder = NonNullable<UnlockedQuery['sortOrder']>

const unlockedOf = (
  db: Db,
  { studentId, filters }: { studentId: string; filters: UnlockedFilters },
  { asOf }: Pick<Page, 'asOf'>,
) => {
  const { gradeId, subjectId, knowledgePointId, keyword } = filters
  const stage = gradeId === undefined ? undefined : stageOf(gradeId)
  const terms = searchTerms(keyword ?? '')
  return (
    packSummaries(db)
      .innerJoin('unlocks as u', 'u.pack_id', 'p.id')
      .where('u.student_id', '=', studentId)
      .where('u.unlocked_at', '<=', asOf)
      .$if(gradeId !== undefined && stage === undefined, (query) => query.where('p.grade_id', '=', gradeId!))
      .$if(stage !== undefined, (query) => query.where('g.stage', '=', stage!))
      .$if(subjectId !== undefined, (query) => query.where('p.subject_id', '=', subjectId!))
      .$if(knowledgePointId !== undefined, (query) =>
        query.where('p.knowledge_point_id', '=', knowledgePointId!),
      )
      .$if(terms.length > 0, (query) => query.where(holdsTerms(terms)))
      // A keyword of symbols alone finds nothing; an empty field is no filter.
      .$if(terms.length === 0 && Boolean(keyword?.trim()), (query) => query.where(sql<boolean>`false`))
  )
}

// The search text starts with the title's words and pinyin, by which titles sort; "C" is the same everywhere.
const sortKeys: Record<SortField, RawBuilder<unknown>> = {
  unlockedAt: sql`u.unlocked_at`,
  lastStudiedAt: sql`progress.last_studied_at`,
  title: sql`p.search_text collate "C"`,
  progress: sql`(progress.seen + progress.mastered)::float8 / greatest(p.card_count, 1)::float8`,
  due: sql`progress.due`,
}

// Never studied sorts as longest ago.
const directions: Record<SortOrder, RawBuilder<unknown>> = {
  asc: sql`asc nulls first`,
  desc: sql`desc nulls last`,
}

/** Sort keys that need the progress in every unlocked pack, not only in those of the page. */
const isByProgress: Record<SortField, boolean> = {
  unlockedAt: false,
  title: false,
  lastStudiedAt: true,
  progress: true,
  due: true,
}

type UnlockedList = {
  studentId: string
  filters: UnlockedFilters
  sortField: SortField
  sortOrder: SortOrder
  /** Cards due before it count as due; ISO. */
  dueBefore: string
}

const packsOfPage = (db: Db, list: UnlockedList, page: Page) =>
  unlockedOf(db, list, page)
    .$if(isByProgress[list.sortField], (query) =>
      query.innerJoinLateral(
        () =>
          packProgress(db, list.dueBefore)
            .whereRef('cs.student_id', '=', sql.ref('u.student_id'))
            .whereRef('cs.pack_id', '=', sql.ref('p.id'))
            .as('progress'),
        (join) => join.onTrue(),
      ),
    )
    .select(['u.unlocked_at', 'p.catalogue_version'])
    .orderBy(sql`${sortKeys[list.sortField]} ${directions[list.sortOrder]}`)
    .orderBy('u.unlocked_at', 'desc')
    .orderBy('p.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

const progressIn = async (db: Db, { studentId, dueBefore }: UnlockedList, packIds: readonly string[]) => {
  const rows = await packProgress(db, dueBefore)
    .select('cs.pack_id')
    .where('cs.student_id', '=', studentId)
    .where('cs.pack_id', 'in', sql<string>`(select unnest(${packIds}::uuid[]))`)
    .groupBy('cs.pack_id')
    .execute()
  return new Map(rows.map((row) => [row.pack_id, row]))
}

const noProgress = { seen: 0, mastered: 0, due: 0, last_studied_at: null }

/** One page, with the progress in the packs that are on it. */
export async function listUnlocked(db: Db, list: UnlockedList, page: Page) {
  const packs = await packsOfPage(db, list, page)
  const packIds = packs.map(({ id }) => id)
  const progress = packs.length === 0 ? new Map<string, never>() : await progressIn(db, list, packIds)
  return packs.map((pack) => ({ ...noProgress, ...progress.get(pack.id), ...pack }))
}

/** How many there are on all pages. */
export async function countUnlocked(
  db: Db,
  list: Pick<UnlockedList, 'studentId' | 'filters'>,
  page: Pick<Page, 'asOf'>,
): Promise<number> {
  const { total } = await unlockedOf(db, list, page)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
