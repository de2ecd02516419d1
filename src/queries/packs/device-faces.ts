import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CardFace } from '#contract/exploration.ts'
import { stageOf } from '#contract/stages.ts'
import type { Account } from '#src/offline/account.ts'
import { readReadyPacks } from './downloads.ts'
import { itemsOf } from '../endless.ts'
import type { FaceFilters } from '../exploration.ts'
import { unlockedQuery } from './packs.ts'
import { useRuntime } from '../runtime.ts'
import { useStoredValue } from '../stored-value.ts'

/** Enough for a ride on the bus. */
const mostFaces = 60

const readNothing = (): Promise<undefined> => Promise.resolve(undefined)

/**
 * Cards of the library's packs on this device, mixed, for a feed with no network; undefined until read.
 * @param isNeeded false: nothing is read
 */
export function useDeviceFaces(
  isNeeded: boolean,
  seed: number,
  filters: FaceFilters,
): CardFace[] | undefined {
  const { api } = useRuntime()
  // A download does not say of which grade it is.
  const unlocked = itemsOf(useInfiniteQuery({ ...unlockedQuery(api, {}), enabled: isNeeded }).data)
  const { gradeId, subjectId } = filters
  const read = useCallback(
    async (account: Account) => {
      const packs = (await readReadyPacks(account)).filter((pack) => !pack.isPrivate)
      const cards = await account.sampleCards({
        packIds: packs
          .filter(({ subject }) => subjectId === undefined || subject.id === subjectId)
          .map(({ packId }) => packId),
        seed,
        limit: mostFaces,
      })
      return cards.flatMap(({ id, title, front, back, tag, packId }) => {
        const pack = packs.find((stored) => stored.packId === packId)
        return pack ? [{ id, title, front, back, ...(tag !== undefined && { tag }), pack }] : []
      })
    },
    [seed, subjectId],
  )
  const cards = useStoredValue<Awaited<ReturnType<typeof read>> | undefined>(isNeeded ? read : readNothing, [
    'packs',
  ])
  return cards?.flatMap(({ pack, ...card }) => {
    const grade = unlocked?.find(({ id }) => id === pack.packId)?.grade
    const isAsked =
      gradeId === undefined ||
      grade?.id === gradeId ||
      (grade !== undefined && grade.stage === stageOf(gradeId))
    const { packId: id, title, label, subject } = pack
    return isAsked
      ? [
          {
            ...card,
            pack: { id, title, label, subject, grade: { id: grade?.id ?? '', name: grade?.name ?? '' } },
          },
        ]
      : []
  })
}
