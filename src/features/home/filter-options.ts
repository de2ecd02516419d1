import type { CategoriesTree, Grade } from '#contract/packs.ts'
import { stagesById } from '#contract/stages.ts'
import type { Named } from '#contract/wire.ts'
import type { MyPack } from './shelf-pack.ts'

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

const stages: readonly string[] = Object.values(stagesById)

/** As one goes through school: g2 before g10. */
const bySchoolYear = (a: Grade, b: Grade): number =>
  stages.indexOf(a.stage) - stages.indexOf(b.stage) || a.id.localeCompare(b.id, 'en', { numeric: true })

/**
 * What the student's packs have: every choice leads to something. Grades in their order, the others as the packs
 * came, so that a new one moves nothing.
 */
export function optionsOfPacks(packs: readonly MyPack[]): FilterOptions {
  const ordered = [...packs].sort((a, b) => a.unlockedAt.localeCompare(b.unlockedAt))
  return {
    grades: uniqueById(ordered.flatMap((pack) => pack.grade ?? [])).sort(bySchoolYear),
    subjects: uniqueById(ordered.map((pack) => pack.subject)),
    knowledgePoints: uniqueById(
      ordered.flatMap((pack) =>
        'isOwn' in pack ? [] : { ...pack.knowledgePoint, subjectId: pack.subject.id },
      ),
    ),
  }
}

/** Everything that there is: for a list of packs that is not loaded to its end. */
export function optionsOfTree(tree: CategoriesTree): FilterOptions {
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
