import { dayOf, endOfDay } from '#contract/study-day.ts'
import { pageOf, paged } from '#server/sql/paging.ts'
import { toPackSummary } from '#server/sql/pack-summary.ts'
import { readPublicPacksVersion } from '#server/sql/public-packs-version.ts'
import type { CategoriesTree } from '#contract/packs.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { keepReplies } from '#server/http/keep-replies.ts'
import { rememberByKey } from '#server/lib/remember.ts'
import { publicUrlOf } from '#server/http/public-url.ts'
import { notModified, type Handlers } from '#server/http/route.ts'
import { cardReportRoutes } from './card-reports.routes.ts'
import { reportCard } from './card-reports.service.ts'
import { findCatalogueVersion, readChapters } from './cards.repository.ts'
import { readCardDetails } from './cards.service.ts'
import { readCategories } from './categories.repository.ts'
import {
  addFavorite,
  countFavorites,
  findAccess,
  findPack,
  listFavorites,
  removeFavorite,
} from './packs.repository.ts'
import { buyPack, unlockPack } from './packs.service.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { findTeacherVersion, readTeacher } from './teacher.repository.ts'
import { countUnlocked, listUnlocked } from './unlocked.repository.ts'

export function packRoutes(deps: Deps) {
  const { db } = deps.database
  const limiter = createRateLimiter(deps)
  // A class that opens a pack asks for it sixty times; other processes follow a change within this time too.
  const catalogueVersion = rememberByKey((id: string) => findCatalogueVersion(db, id), {
    forMs: 2000,
    max: 10_000,
    clock: deps.clock,
  })
  const categories = keepReplies<CategoriesTree>({
    clock: deps.clock,
    readChange: () => readPublicPacksVersion(db),
  })

  /** The student's study day ends when the device says; without its offset, due means due now. */
  const dueBefore = (utcOffsetMinutes: number | undefined): string => {
    const now = deps.clock().toISOString()
    return utcOffsetMinutes === undefined ? now : endOfDay(dayOf(now, utcOffsetMinutes), utcOffsetMinutes)
  }

  return {
    'GET /categories-tree': async (_, { hasVersion }) => {
      const { version, data } = await categories('', () => readCategories(db))
      return hasVersion(version) ? notModified : data
    },

    'GET /card-packs/unlocked': async (query, { studentId }) => {
      const page = pageOf(query, deps.clock())
      const list = {
        studentId,
        filters: query,
        sortField: query.sortField ?? 'unlockedAt',
        sortOrder: query.sortOrder ?? (query.sortField === 'title' ? 'asc' : 'desc'),
        dueBefore: dueBefore(query.utcOffsetMinutes),
      }
      const [rows, total] = await Promise.all([listUnlocked(db, list, page), countUnlocked(db, list, page)])
      const items = rows.map((row) => ({
        ...toPackSummary(row),
        unlockedAt: row.unlocked_at.toISOString(),
        lastStudiedAt: row.last_studied_at?.toISOString() ?? null,
        progress: { seen: row.seen, mastered: row.mastered, due: row.due },
        catalogueVersion: row.catalogue_version,
      }))
      return paged(items, page, total)
    },

    'GET /card-packs/favorites': async (query, { studentId }) => {
      const page = pageOf(query, deps.clock())
      const [rows, total] = await Promise.all([
        listFavorites(db, studentId, page),
        countFavorites(db, studentId, page),
      ])
      return paged(rows.map(toPackSummary), page, total)
    },

    'GET /card-packs/:id': async ({ id }, { studentId }) => {
      const pack = (await findPack(db, id, studentId)) ?? fail('not_found')
      return {
        ...toPackSummary(pack),
        intro: pack.intro,
        source: pack.source,
        previewCount: pack.preview_count,
        unlocked: pack.unlocked_at !== null,
        unlockedAt: pack.unlocked_at?.toISOString() ?? null,
        favorited: pack.favorited_at !== null,
      }
    },

    'GET /card-packs/:id/card-catalogue': async ({ id }, { hasVersion }) => {
      const version = (await catalogueVersion(id)) ?? fail('not_found')
      if (hasVersion(version)) return notModified
      return { packId: id, version, chapters: await readChapters(db, id) }
    },

    'POST /card-packs/:id/card-details': async ({ id, cardIds }, { studentId }) =>
      readCardDetails(deps, { packId: id, studentId, cardIds }),

    'POST /card-packs/:id/unlock': async (input, { studentId, sessionId, request }) => {
      const { id: packId, paymentMethod = 'balance', orderId, scene } = input
      if (paymentMethod === 'balance') return unlockPack(deps, { packId, studentId, paymentMethod })
      return buyPack(deps, {
        packId,
        studentId,
        paymentMethod,
        orderId,
        scene,
        sessionId,
        clientIp: request.ip,
        siteUrl: publicUrlOf(deps.config, request),
      })
    },

    'POST /card-packs/:id/favorite': async ({ id }, { studentId }) => {
      const access = await findAccess(db, id, studentId)
      if (!access?.shared) fail('not_found')
      await addFavorite(db, id, studentId, deps.clock())
      return { packId: id, favorited: true }
    },

    // Also for a pack that is gone: what should not be there is not there.
    'DELETE /card-packs/:id/favorite': async ({ id }, { studentId }) => {
      await removeFavorite(db, id, studentId)
      return { packId: id, favorited: false }
    },

    'GET /card-packs/teacher/:teacherId/card-packs': async ({ teacherId }, { hasVersion }) => {
      if (hasVersion((await findTeacherVersion(db, teacherId)) ?? fail('not_found'))) return notModified
      return (await readTeacher(db, teacherId)) ?? fail('not_found')
    },

    'POST /card-packs/:id/cards/:cardId/report': async ({ id, ...report }, { studentId }) => {
      await reportCard(deps, limiter, { ...report, packId: id, studentId })
      return {}
    },

    ...cardReportRoutes(deps),
    ...reviewRoutes(deps),
  } satisfies Partial<Handlers>
}
