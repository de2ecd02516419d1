import { stageOf } from '#contract/stages.ts'
import { pageOf, paged } from '#server/sql/paging.ts'
import { searchTerms } from '#server/sql/search-text.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { notModified, type Handlers } from '#server/http/route.ts'
import { findGrade } from './discovery.repository.ts'
import { findItemVersion, readItem } from './item.repository.ts'
import { searchCards, searchPacks } from './search.repository.ts'
import { createShelves } from './shelves.ts'

export function discoveryRoutes(deps: Deps) {
  const { db } = deps.database
  const shelves = createShelves(deps)

  return {
    'GET /discovery': async (_, { hasVersion }) => {
      const { version, data } = await shelves({}, null)
      return hasVersion(version) ? notModified : data
    },

    'GET /discovery/grade/:gradeId': async ({ gradeId }, { hasVersion }) => {
      const stage = stageOf(gradeId)
      const grade = stage ? null : ((await findGrade(db, gradeId)) ?? fail('not_found'))
      const { version, data } = await shelves(stage ? { stage } : { gradeId }, grade)
      return hasVersion(version) ? notModified : data
    },

    'GET /discovery/card-pack/:id/item': async ({ id }, { hasVersion }) => {
      if (hasVersion((await findItemVersion(db, id)) ?? fail('not_found'))) return notModified
      return (await readItem(db, id)) ?? fail('not_found')
    },

    'GET /discovery/search/card-packs': async (query) => {
      const page = pageOf(query, deps.clock())
      const terms = searchTerms(query.keyword)
      if (terms.length === 0) return paged([], page, 0)
      const { items, total } = await searchPacks(db, { terms }, page)
      return paged(items, page, total)
    },

    'GET /discovery/cards': async ({ gradeId, cardName, page: number, pageSize, asOf }) => {
      const page = pageOf({ page: number, limit: pageSize, asOf }, deps.clock())
      const terms = searchTerms(cardName)
      if (terms.length === 0) return paged([], page, 0)
      const scope = gradeId === undefined ? undefined : (stageOf(gradeId) ?? gradeId)
      const { items, total } = await searchCards(db, { terms, scope }, page)
      return paged(items, page, total)
    },
  } satisfies Partial<Handlers>
}
