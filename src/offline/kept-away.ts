import { readMeta, type AccountDatabase } from './database.ts'
import type { MetaValues } from './schema.ts'

/** Packs that the student took off this device: what downloads by itself leaves them out. */

type PackIds = MetaValues['keptAway']
type Meta = {
  get: (key: 'keptAway') => Promise<unknown>
  put: (packIds: PackIds, key: 'keptAway') => Promise<unknown>
}

export async function keptAwayPacks(database: AccountDatabase): Promise<PackIds> {
  return (await readMeta(database, 'keptAway')) ?? []
}

/** For a transaction that removes the pack, or brings it again because the student asked. */
export async function markKeptAway(meta: Meta, packId: string, isAway: boolean): Promise<void> {
  const known = ((await meta.get('keptAway')) as PackIds | undefined) ?? []
  if (known.includes(packId) === isAway) return
  await meta.put(isAway ? [...known, packId] : known.filter((id) => id !== packId), 'keptAway')
}
