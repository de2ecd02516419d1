import { pageOf, paged } from '#server/sql/paging.ts'
import type { Deps } from '#server/deps.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { Handlers } from '#server/http/route.ts'
import { deleteCard, putCards } from './private-cards.service.ts'
import { takeWrite } from './private-limits.ts'
import { countPacks, listPacks } from './private-packs.repository.ts'
import { changePack, createPack, deletePack, readPack, toSummary } from './private-packs.service.ts'

export function generationRoutes(deps: Deps) {
  const { db } = deps.database
  const limiter = createRateLimiter(deps)
  const limited = { ...deps, limiter }
  return {
    'GET /private-packs': async (query, { studentId }) => {
      const page = pageOf(query, deps.clock())
      const [rows, total] = await Promise.all([
        listPacks(db, studentId, page, deps.clock()),
        countPacks(db, studentId, page.asOf),
      ])
      return paged(rows.map(toSummary), page, total)
    },

    'POST /private-packs': async (body, { studentId }) => {
      await takeWrite(limiter, studentId)
      await createPack(limited, studentId, body)
      return readPack(deps, { packId: body.packId, ownerId: studentId })
    },

    'GET /private-packs/:packId': async ({ packId }, { studentId }) =>
      readPack(deps, { packId, ownerId: studentId }),

    'PUT /private-packs/:packId': async ({ packId, ...fields }, { studentId }) => {
      const pack = { packId, ownerId: studentId }
      await takeWrite(limiter, studentId)
      await changePack(deps, pack, fields)
      return readPack(deps, pack)
    },

    'DELETE /private-packs/:packId': async ({ packId }, { studentId }) => {
      await takeWrite(limiter, studentId)
      await deletePack(deps, { packId, ownerId: studentId })
      return {}
    },

    'PUT /private-packs/:packId/cards': async ({ packId, cards }, { studentId }) => {
      const pack = { packId, ownerId: studentId }
      await takeWrite(limiter, studentId)
      await putCards(limited, pack, cards)
      return readPack(deps, pack)
    },

    'DELETE /private-packs/:packId/cards/:cardId': async ({ packId, cardId }, { studentId }) => {
      const pack = { packId, ownerId: studentId }
      await takeWrite(limiter, studentId)
      await deleteCard(limited, pack, cardId)
      return readPack(deps, pack)
    },
  } satisfies Partial<Handlers>
}
