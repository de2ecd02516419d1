import type { Discovery } from '#contract/discovery.ts'
import type { Grade } from '#contract/packs.ts'
import type { Deps } from '#server/deps.ts'
import { readShelves, readShelvesVersion, type ShelfScope } from './discovery.repository.ts'
import { remember } from './remember.ts'

/**
 * Shelves are the same for everybody, so each process keeps the last ones it read, under the version
 * that they were read at; the version itself is asked for every two seconds at most.
 */

const versionForMs = 2000

export type Shelves = {
  /** For the ETag. */
  version: () => Promise<string>
  read: (scope: ShelfScope, grade: Grade | null, version: string) => Promise<Discovery>
}

export const createShelves = (deps: Pick<Deps, 'database' | 'clock'>): Shelves => {
  const { db } = deps.database
  const kept = new Map<string, { version: string; discovery: Promise<Discovery> }>()

  return {
    version: remember(versionForMs, deps.clock, () => readShelvesVersion(db)),

    read: (scope, grade, version) => {
      const key = scope.gradeId ?? scope.stage ?? ''
      const known = kept.get(key)
      if (known?.version === version) return known.discovery
      const discovery = readShelves(db, scope).then((shelves) => ({ grade, ...shelves }))
      const mine = { version, discovery }
      kept.set(key, mine)
      discovery.catch(() => {
        if (kept.get(key) === mine) kept.delete(key)
      })
      return discovery
    },
  }
}
