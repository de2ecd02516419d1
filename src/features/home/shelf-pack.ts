import type { Named } from '#contract/wire.ts'
import type { PackProgress, UnlockedPack } from '#contract/packs.ts'
import { stageOf } from '#contract/stages.ts'
import { keywordWords, matchRank } from '#src/lib/keyword-match.ts'
import type { OwnShelfPack } from '#src/queries/packs/own-packs.ts'
import { naturalOrder, type PackFilters, type SortField } from './pack-filters.ts'

/** A pack as a tile of 我的卡包 needs it: of the server's list, or of what is stored on the device. */
export type ShelfPack = Pick<UnlockedPack, 'id' | 'title' | 'label' | 'cardCount'> & {
  subject: Named
  progress?: PackProgress
  /** Made by the student: it has a page of another kind. */
  isOwn?: true
}

/** A pack of the library that the student unlocked, or one of the student's own. */
export type MyPack = UnlockedPack | OwnShelfPack

const shareOf = (pack: MyPack): number =>
  (pack.progress.seen + pack.progress.mastered) / Math.max(1, pack.cardCount)

const compare: Record<SortField, (a: MyPack, b: MyPack) => number> = {
  unlockedAt: (a, b) => a.unlockedAt.localeCompare(b.unlockedAt),
  lastStudiedAt: (a, b) => (a.lastStudiedAt ?? '').localeCompare(b.lastStudiedAt ?? ''),
  title: (a, b) => a.title.localeCompare(b.title, 'zh-CN'),
  progress: (a, b) => shareOf(a) - shareOf(b),
  due: (a, b) => a.progress.due - b.progress.due,
}

/** Every word of the keyword stands in the title, the label or a name, as it is written or in pinyin. */
const holdsKeyword = (pack: MyPack, keyword: string): boolean => {
  const others = 'isOwn' in pack ? [] : [pack.knowledgePoint.name, pack.teacher.name]
  const names = [pack.title, pack.label, pack.subject.name, ...others]
  const words = keywordWords(keyword)
  // As the server says it: symbols alone find nothing.
  return words.length > 0 && words.every((word) => names.some((name) => matchRank(name, [word]) !== null))
}

/** @param gradeId of a grade, or of a stage */
const isInGrade = ({ grade }: MyPack, gradeId: string): boolean =>
  grade !== undefined && (grade.id === gradeId || grade.stage === stageOf(gradeId))

const isAbout = (pack: MyPack, knowledgePointId: string): boolean =>
  !('isOwn' in pack) && pack.knowledgePoint.id === knowledgePointId

/** The order that the filters ask for; of equals the newest stands first. */
export function orderBy({ sortField = 'unlockedAt', sortOrder }: PackFilters) {
  const sign = (sortOrder ?? naturalOrder(sortField)) === 'asc' ? 1 : -1
  return (a: MyPack, b: MyPack): number =>
    sign * compare[sortField](a, b) || b.unlockedAt.localeCompare(a.unlockedAt)
}

/** The filters applied on the device: shown at once, and for good while there is no network. */
export function filterPacks<P extends MyPack>(packs: readonly P[], filters: PackFilters): P[] {
  const { gradeId, subjectId, knowledgePointId, keyword } = filters
  return packs
    .filter((pack) => gradeId === undefined || isInGrade(pack, gradeId))
    .filter((pack) => subjectId === undefined || pack.subject.id === subjectId)
    .filter((pack) => knowledgePointId === undefined || isAbout(pack, knowledgePointId))
    .filter((pack) => keyword === undefined || holdsKeyword(pack, keyword))
    .sort(orderBy(filters))
}
