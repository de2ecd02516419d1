import type { Discovery } from '#contract/discovery.ts'
import type { Grade } from '#contract/packs.ts'
import { readPublicPacksVersion } from '#server/sql/public-packs-version.ts'
import type { Deps } from '#server/deps.ts'
import { keepReplies, type KeptReply } from '#server/http/keep-replies.ts'
import { readShelves, type ShelfScope } from './discovery.repository.ts'

/** How old learners, ratings and the week's answers on a shelf may be: a change of the packs shows sooner. */
const learnersForMs = 60_000

/** @param grade of the scope; it must exist, since its shelves are kept */
export type Shelves = (scope: ShelfScope, grade: Grade | null) => Promise<KeptReply<Discovery>>

export function createShelves({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>): Shelves {
  const keep = keepReplies<Discovery>({
    clock,
    readChange: () => readPublicPacksVersion(db),
    forMs: learnersForMs,
  })
  return (scope, grade) =>
    keep(scope.gradeId ?? scope.stage ?? '', async () => ({ grade, ...(await readShelves(db, scope)) }))
}
