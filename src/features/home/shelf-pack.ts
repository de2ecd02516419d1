import type { Named } from '#contract/wire.ts'
import type { PackProgress, UnlockedPack } from '#contract/packs.ts'
import { stageOf } from '#contract/stages.ts'
import { naturalOrder, type PackFilters, type SortField } from './pack-filters.ts'

/** A pack as a tile of 我的卡包 needs it: of the server's list, or of what is stored on the device. */
export type ShelfPack = Pick<UnlockedPack, 'id' | 'title' | 'label' | 'cardCount'> & {
  subject: Named
  progress?: PackProgress
}

const shareOf = (pack: UnlockedPack): number =>
  (pack.progress.seen + pack.progress.mastered) / Math.max(1, pack.cardCount)

const compare: Record<SortField, (a: UnlockedPack, b: UnlockedPack) => number> = {
  unlockedAt: (a, b) => a.unlockedAt.localeCompare(b.unlockedAt),
  lastStudiedAt: (a, b) => (a.lastStudiedAt ?? '').localeCompare(b.lastStudiedAt ?? ''),
  title: (a, b) => a.title.localeCompare(b.title, 'zh-CN'),
  progress: (a, b) => shareOf(a) - shareOf(b),
  due: (a, b) => a.progress.due - b.progress.due,
}

/** Every word of the keyword stands in the title, the label or a name. The server also knows pinyin. */
const holdsKeyword = (pack: UnlockedPack, keyword: string): boolean => {
  const text = [pack.title, pack.label, pack.subject.name, pack.knowledgePoint.name, pack.teacher.name]
    .join('\n')
    .toLowerCase()
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** @param gradeId of a grade, or of a stage */
const isInGrade = ({ grade }: UnlockedPack, gradeId: string): boolean =>
  grade.id === gradeId || grade.stage === stageOf(gradeId)

/** The filters applied on the device: shown at once, and for good while there is no network. */
export const filterPacks = (packs: readonly UnlockedPack[], filters: PackFilters): UnlockedPack[] => {
  const { gradeId, subjectId, knowledgePointId, keyword, sortField = 'unlockedAt' } = filters
  const sign = (filters.sortOrder ?? naturalOrder(sortField)) === 'asc' ? 1 : -1
  return packs
    .filter((pack) => gradeId === undefined || isInGrade(pack, gradeId))
    .filter((pack) => subjectId === undefined || pack.subject.id === subjectId)
    .filter((pack) => knowledgePointId === undefined || pack.knowledgePoint.id === knowledgePointId)
    .filter((pack) => keyword === undefined || holdsKeyword(pack, keyword))
    .sort((a, b) => sign * compare[sortField](a, b) || b.unlockedAt.localeCompare(a.unlockedAt))
}
