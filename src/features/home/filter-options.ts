import type { CategoriesTree, Grade, UnlockedPack } from '#contract/packs.ts'
import type { Named } from '#contract/wire.ts'

/** What can be chosen in the filters. */
export type FilterOptions = {
  grades: Named[]
  subjects: Named[]
  /** Each with the subject it belongs to. */
  knowledgePoints: (Named & { subjectId: string })[]
}

const uniqueById = <T extends Named>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item] as const)).values(),
]

/** What the student's own packs have: every choice leads to something. Oldest pack first, so that a new one moves nothing. */
export const optionsOfPacks = (packs: readonly UnlockedPack[]): FilterOptions => {
  const ordered = [...packs].sort((a, b) => a.unlockedAt.localeCompare(b.unlockedAt))
  const grades: Grade[] = uniqueById(ordered.map((pack) => pack.grade))
  return {
    grades,
    subjects: uniqueById(ordered.map((pack) => pack.subject)),
    knowledgePoints: uniqueById(
      ordered.map((pack) => ({ ...pack.knowledgePoint, subjectId: pack.subject.id })),
    ),
  }
}

/** Everything that there is: for a list of packs that is not loaded to its end. */
export const optionsOfTree = (tree: CategoriesTree): FilterOptions => {
  const subjects = tree.grades.flatMap((grade) => grade.subjects)
  return {
    grades: tree.grades.map(({ id, name }) => ({ id, name })),
    subjects: uniqueById(subjects.map(({ id, name }) => ({ id, name }))),
    knowledgePoints: uniqueById(
      subjects.flatMap((subject) =>
        subject.knowledgePoints.map(({ id, name }) => ({ id, name, subjectId: subject.id })),
      ),
    ),
  }
}
