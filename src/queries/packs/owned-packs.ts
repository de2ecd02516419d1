import { useInfiniteQuery } from '@tanstack/react-query'
import { useStoredPacks } from './downloads.ts'
import { itemsOf } from '../endless.ts'
import { unlockedQuery, useProgressOfPacks } from './packs.ts'
import { useRuntime } from '../runtime.ts'

export type OwnedPack = {
  /** Cards to review today; undefined while it is not known. */
  due: number | undefined
}

/**
 * Which of these packs the student has. Lists of the library are the same for every student, so this is laid over
 * them here: from 我的卡包 as it was last heard, and from what is downloaded, which only an owner can have.
 */
export function useOwnedPacks(packIds: readonly string[]): ReadonlyMap<string, OwnedPack> {
  const { api } = useRuntime()
  const unlocked = itemsOf(useInfiniteQuery(unlockedQuery(api, {})).data)
  const stored = useStoredPacks()
  const asked = new Set(packIds)
  const dueByServer = new Map(unlocked?.map((pack) => [pack.id, pack.progress.due] as const))
  const owned = [...new Set([...dueByServer.keys(), ...(stored?.map(({ packId }) => packId) ?? [])])]
    .filter((id) => asked.has(id))
    .toSorted()
  const here = useProgressOfPacks(owned, false)
  return new Map(owned.map((id) => [id, { due: here?.get(id)?.due ?? dueByServer.get(id) }]))
}
