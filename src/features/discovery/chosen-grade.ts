import { stageOf, stagesById, type StageId } from '#contract/stages.ts'
import type { Grade } from '#contract/packs.ts'

/**
 * Which grades /resource is about, as its address says it: `gradeId` is a grade, a stage, or `all`.
 * Without it, the last choice on this device holds.
 */

export const allGrades = 'all'

const slug = /^[a-z0-9][a-z0-9-]{0,47}$/

/** @returns a grade's or stage's id, or `all` */
export function chosenGrade(address: string | null, remembered: string): string {
  const asked = address ?? remembered
  return slug.test(asked) ? asked : allGrades
}

export const stageIds = Object.keys(stagesById) as StageId[]

/** The stage of a choice: of a stage itself, or of one of its grades; undefined for all, or while grades are unknown. */
export function stageOfChoice(chosen: string, grades: readonly Grade[]): StageId | undefined {
  const stage = stageOf(chosen) ?? grades.find((grade) => grade.id === chosen)?.stage
  return stageIds.find((id) => stagesById[id] === stage)
}
