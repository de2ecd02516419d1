import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CategoriesTree, PackProgress, UnlockedPack } from '#contract/packs.ts'
import { labelOf } from '#contract/private-card.ts'
import { categoriesQuery } from '../discovery.ts'
import { usePrivatePacks } from '../private-packs/generation.ts'
import type { OwnPackRow } from '../private-packs/private-pack-changes.ts'
import { useRuntime } from '../runtime.ts'

/** A private pack as a shelf shows it, beside the packs of the library. */
export type OwnShelfPack = Pick<
  UnlockedPack,
  'id' | 'title' | 'label' | 'subject' | 'cardCount' | 'unlockedAt' | 'lastStudiedAt'
> & {
  isOwn: true
  grade?: UnlockedPack['grade']
  progress: PackProgress
}

const noProgress: PackProgress = { seen: 0, mastered: 0, due: 0 }

/** What only this device knows is the newest. */
const justNow = '9999'

/** @param tree gives the names of grade and subject while the server has not said them */
export function shelfOfOwn(rows: readonly OwnPackRow[], tree: CategoriesTree | undefined): OwnShelfPack[] {
  const subjects = tree?.grades.flatMap((grade) => grade.subjects) ?? []
  return rows.map(({ id, title, cardCount, gradeId, subjectId, saved }) => {
    const grade = saved?.grade ?? tree?.grades.find((known) => known.id === gradeId)
    const name = subjects.find((subject) => subject.id === subjectId)?.name ?? ''
    return {
      isOwn: true,
      id,
      title,
      label: saved?.title === title ? saved.label : labelOf(title),
      ...(grade && { grade: { id: grade.id, name: grade.name, stage: grade.stage } }),
      subject: saved?.subject ?? { id: subjectId, name },
      cardCount,
      unlockedAt: saved?.createdAt ?? justNow,
      lastStudiedAt: saved?.lastStudiedAt ?? null,
      progress: saved?.progress ?? noProgress,
    }
  })
}

/** All private packs of the student, the newest first; undefined until known. */
export function useOwnPacks(): OwnShelfPack[] | undefined {
  const { api } = useRuntime()
  const { packs, hasNextPage, isFetching, isError, failureCount, fetchNextPage } = usePrivatePacks()
  const { data: tree } = useQuery({
    ...categoriesQuery(api),
    enabled: packs !== undefined && packs.length > 0,
  })
  // Few have more than a page of them, and a shelf that sorts needs them all.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  if (packs !== undefined) return shelfOfOwn(packs, tree)
  // The rest of the shelf does not wait for a list that is not to be had.
  return isError || failureCount > 0 ? [] : undefined
}

/**
 * A list that goes on, with one's own packs where its order puts them. Those that belong behind its last loaded row
 * wait until the rest is there.
 */
export function withOwnPacks<Listed, Own>(
  listed: readonly Listed[],
  own: readonly Own[],
  { compare, isWhole }: { compare: (own: Own, other: Listed) => number; isWhole: boolean },
): (Listed | Own)[] {
  const left = [...own]
  const merged = listed.flatMap((other): (Listed | Own)[] => {
    const end = left.findIndex((mine) => compare(mine, other) > 0)
    return [...left.splice(0, end === -1 ? left.length : end), other]
  })
  return isWhole ? [...merged, ...left] : merged
}
