import type { Kysely } from 'kysely'
import type { FoundCard } from '#contract/discovery.ts'
import type { Stage } from '#contract/packs.ts'
import { holdsTerms, isPublic, packSummaries, relevance } from '#server/db/pack-summary.ts'
import type { Page } from '#server/db/paging.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SearchTerm } from '#server/db/search-text.ts'

/** Search over public packs and their cards: best match first, then the packs with most learners. */

type Db = Kysely<Schema>

const matchingPacks = (db: Db, terms: readonly SearchTerm[]) =>
  packSummaries(db).where(isPublic).where(holdsTerms('p', terms))

export const findPacks = (db: Db, terms: readonly SearchTerm[], page: Page) =>
  matchingPacks(db, terms)
    .orderBy(relevance('p', terms))
    .orderBy('p.learner_count', 'desc')
    .orderBy('p.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countPacks = async (db: Db, terms: readonly SearchTerm[]): Promise<number> => {
  const { total } = await matchingPacks(db, terms)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

type CardScope = { gradeId?: string | undefined; stage?: Stage | undefined }

/**
 * A single character can stand in half of all titles: no more than these are ranked and counted, so
 * that such a keyword does not hold up everybody else.
 */
const maxRankedCards = 2000

const matchingCards = (db: Db, terms: readonly SearchTerm[], { gradeId, stage }: CardScope) =>
  db.selectFrom(
    db
      .selectFrom('cards as c')
      .innerJoin('card_packs as p', 'p.id', 'c.pack_id')
      .innerJoin('grades as g', 'g.id', 'p.grade_id')
      .select(['c.id', 'c.title', 'c.preview', 'c.position', 'c.search_text', 'c.pack_id'])
      .where('c.removed_at', 'is', null)
      .where(isPublic)
      .where(holdsTerms('c', terms))
      .$if(gradeId !== undefined, (query) => query.where('g.id', '=', gradeId!))
      .$if(stage !== undefined, (query) => query.where('g.stage', '=', stage!))
      .limit(maxRankedCards)
      .as('c'),
  )

export const findCards = async (
  db: Db,
  terms: readonly SearchTerm[],
  scope: CardScope,
  page: Page,
): Promise<FoundCard[]> => {
  const rows = await matchingCards(db, terms, scope)
    .innerJoin('card_packs as p', 'p.id', 'c.pack_id')
    .innerJoin('subjects as s', 's.id', 'p.subject_id')
    .select(['c.id', 'c.title', 'c.preview', 'p.id as pack_id', 'p.title as pack_title', 'p.label'])
    .select(['s.id as subject_id', 's.name as subject_name'])
    .orderBy(relevance('c', terms))
    .orderBy('p.learner_count', 'desc')
    .orderBy('c.pack_id')
    .orderBy('c.position')
    .orderBy('c.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    preview: row.preview,
    pack: {
      id: row.pack_id,
      title: row.pack_title,
      label: row.label,
      subject: { id: row.subject_id, name: row.subject_name },
    },
  }))
}

export const countCards = async (db: Db, terms: readonly SearchTerm[], scope: CardScope): Promise<number> => {
  const { total } = await matchingCards(db, terms, scope)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
