import type { Stage } from './packs.ts'

/** A school stage stands where a grade's id may stand: it means all grades of the stage. */
export const stagesById = {
  xiaoxue: '小学',
  chuzhong: '初中',
  gaozhong: '高中',
} as const satisfies Record<string, Stage>

export type StageId = keyof typeof stagesById

/** The stage that an id names; undefined for the id of a grade. */
export function stageOf(id: string): Stage | undefined {
  return Object.hasOwn(stagesById, id) ? stagesById[id as StageId] : undefined
}
