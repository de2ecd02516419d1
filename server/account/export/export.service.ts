import type { ExportSection } from '#contract/limits.ts'
import type { ExportPage } from '#contract/security.ts'
import { fail } from '#server/lib/errors.ts'
import { accountSections } from './export-account.repository.ts'
import { packSections } from './export-packs.repository.ts'
import type { Db, Section } from './export-section.ts'
import { reviewSections } from './export-reviews.repository.ts'
import { studySections } from './export-study.repository.ts'

/** Everything held about a student. The page fetches section after section and makes one file of them. */
const sections: Record<ExportSection, Section> = {
  ...accountSections,
  ...packSections,
  ...reviewSections,
  ...studySections,
}

/**
 * One page of a section. Pages follow the rows' own keys, so a row written between two pages moves nothing.
 * @throws ExpectedError `invalid_input` for a cursor that this section never gave
 */
export async function exportPage(
  db: Db,
  studentId: string,
  { section, cursor }: { section: ExportSection; cursor?: string | undefined },
): Promise<ExportPage> {
  const { read, cursorOf, isCursor, rowsPerPage } = sections[section]
  if (cursor !== undefined && !isCursor(cursor)) return fail('invalid_input', { field: '起点' })
  // One more than is shown says whether there is more.
  const found = await read(db, { studentId, after: cursor, limit: rowsPerPage + 1 })
  const rows = found.slice(0, rowsPerPage)
  const last = found.length > rowsPerPage ? rows.at(-1) : undefined
  return { section, rows, next: last ? cursorOf(last) : null }
}
