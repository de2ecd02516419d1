import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { categoriesQuery } from '#src/queries/discovery.ts'
import { useDeviceFaces } from '#src/queries/packs/device-faces.ts'
import { cardFacesQuery } from '#src/queries/exploration.ts'
import { isUnanswered } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useRemembered } from '#src/queries/remembered.ts'
import { allGrades, chosenGrade } from './chosen-grade.ts'
import { newSeed, seedOf } from './explore-feed.ts'

/** The feed that the address asks for, with the ways to ask for another. */
export function useExplore() {
  const { api } = useRuntime()
  const [params, setParams] = useSearchParams()
  const [rememberedGrade, rememberGrade] = useRemembered('grade', allGrades)
  const [firstSeed] = useState(() => newSeed(Math.random))
  const seed = seedOf(params.get('seed'))
  const gradeId = chosenGrade(params.get('gradeId'), rememberedGrade)
  const subjectId = params.get('subjectId')

  const change = (fields: Record<string, string | null>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(fields))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )

  useEffect(() => {
    if (seed === null)
      setParams((before) => new URLSearchParams([...before, ['seed', String(firstSeed)]]), { replace: true })
  }, [firstSeed, seed, setParams])

  const filters = {
    ...(gradeId !== allGrades && { gradeId }),
    ...(subjectId !== null && { subjectId }),
  }
  const feedOf = (own: number) => cardFacesQuery(api, own, filters)
  const faces = useInfiniteQuery(feedOf(seed ?? firstSeed))
  // Nothing of this feed was ever here, and the server cannot be asked.
  const isCutOff = faces.data === undefined && isUnanswered(faces.error)
  const onDevice = useDeviceFaces(isCutOff, seed ?? firstSeed, filters)
  const client = useQueryClient()
  const [isDealing, setDealing] = useState(false)
  const { data: tree } = useQuery(categoriesQuery(api))
  const grades = tree?.grades ?? []
  const subjects = [
    ...new Map(grades.flatMap((grade) => grade.subjects).map((subject) => [subject.id, subject.name])),
  ].map(([id, name]) => ({ id, name }))
  return {
    faces,
    /** Cards of the downloaded packs, while there are no others. */
    onDevice: isCutOff ? onDevice : undefined,
    tree,
    subjects,
    gradeId,
    subjectId,
    chooseGrade: (id: string) => {
      rememberGrade(id)
      change({ gradeId: id })
    },
    chooseSubject: (id: string | null) => change({ subjectId: id }),
    showAll: () => {
      rememberGrade(allGrades)
      change({ gradeId: allGrades, subjectId: null })
    },
    /** Names the feed among all. */
    key: [seed, gradeId, subjectId].join(' '),
    isDealing,
    /** Other cards, from the first. What is there stays until they have come. @throws as a query does */
    deal: async (): Promise<void> => {
      if (isDealing) return
      setDealing(true)
      try {
        const other = newSeed(Math.random)
        if (isCutOff) return change({ seed: String(other) })
        await client.fetchInfiniteQuery({ ...feedOf(other), retry: false })
        change({ seed: String(other) })
        scrollTo({ top: 0 })
      } finally {
        setDealing(false)
      }
    },
  }
}
