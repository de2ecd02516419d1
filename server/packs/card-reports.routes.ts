import { pageOf, paged } from '#server/sql/paging.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { Handlers } from '#server/http/route.ts'
import { findPhone } from './card-reports.repository.ts'
import { closeReports, countOpenReports, readOpenReports } from './open-reports.repository.ts'
import { countOwnReports, listOwnReports } from './own-reports.repository.ts'
import { readSources } from './report-source.ts'

/** 管理: what a student reported; for staff, what all students did. */
export function cardReportRoutes(deps: Deps) {
  const { db } = deps.database
  const { staffPhones, libraryDir } = deps.config

  /** By the phone that the account has now, which never leaves the server. */
  const isStaff = async (studentId: string): Promise<boolean> => {
    if (staffPhones.size === 0) return false
    const phone = await findPhone(db, studentId)
    return phone !== null && staffPhones.has(phone)
  }
  const staffOnly = async (studentId: string): Promise<void> => {
    if (!(await isStaff(studentId))) fail('forbidden')
  }

  return {
    'GET /card-reports': async (query, { studentId }) => {
      const page = pageOf(query, deps.clock())
      const [items, total, staff] = await Promise.all([
        listOwnReports(db, studentId, page),
        countOwnReports(db, studentId, page),
        isStaff(studentId),
      ])
      return { ...paged(items, page, total), isStaff: staff }
    },

    'GET /card-reports/open': async (query, { studentId }) => {
      await staffOnly(studentId)
      const page = pageOf(query, deps.clock())
      const [rows, total, findSource] = await Promise.all([
        readOpenReports(db).limit(page.limit).offset(page.offset).execute(),
        countOpenReports(db),
        readSources(libraryDir),
      ])
      const items = rows.map(({ id, title, slug, pack, pack_id, pack_slug, ...rest }) => ({
        ...rest,
        id,
        title,
        pack: { id: pack_id, title: pack },
        source: slug === null || pack_slug === null ? null : findSource(pack_slug, slug),
      }))
      return paged(items, page, total)
    },

    'POST /card-reports/:cardId/close': async ({ cardId }, { studentId }) => {
      await staffOnly(studentId)
      return { closed: await closeReports(db, cardId, deps.clock()) }
    },
  } satisfies Partial<Handlers>
}
