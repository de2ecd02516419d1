import {
  markdownRule,
  oneLine,
  readMarkdown,
  reportRepeated,
  reportUnknown,
  slugRule,
} from './field-rules.ts'
import type { LibraryCard, LibraryChapter, LibraryPack, LibraryTeacher, Taxonomy } from './library.ts'
import type { ReportProblem } from './problems.ts'
import { parseFields, type Fields, type TextField, type TextRule, type YamlSource } from './yaml-fields.ts'

/** Reads one file of `packs/`. The limits are those of the library's README. */

const minPreviews = 2
const maxPreviews = 4
const maxPriceCoins = 9999

/** Typed answers are compared with it letter by letter, so it must not hold markup. */
const answerRule: TextRule = {
  max: 60,
  pattern: /^[^\n$*`<>]*$/,
  patternHint: '应为一行纯文本，不含 $ * ` < >',
}

type Referable = { taxonomy: Taxonomy; teachers: readonly LibraryTeacher[] }

type ReadCard = LibraryCard & { idField: TextField }

const readCard = (fields: Fields, report: ReportProblem): ReadCard => {
  const idField = fields.text('id', slugRule)
  const title = fields.text('title', oneLine(1, 24)).value
  const front = readMarkdown(fields.text('front', markdownRule), report)
  const back = readMarkdown(fields.text('back', markdownRule), report)
  const answer = fields.optionalText('answer', answerRule)?.value
  const hint = fields.optionalText('hint', markdownRule)
  const explanation = fields.optionalText('explanation', markdownRule)
  const tag = fields.optionalText('tag', oneLine(1, 4))?.value
  const preview = fields.flag('preview')
  fields.end()
  const content = {
    front,
    back,
    ...(hint && { hint: readMarkdown(hint, report) }),
    ...(explanation && { explanation: readMarkdown(explanation, report) }),
    ...(answer && { answer }),
    ...(tag && { tag }),
  }
  return { idField, slug: idField.value, title, preview, content }
}

const readChapters = (list: readonly Fields[], report: ReportProblem): LibraryChapter[] => {
  const chapterIds: TextField[] = []
  const cardIds: TextField[] = []
  const chapters = list.map((fields) => {
    const id = fields.text('id', slugRule)
    const title = fields.text('title', oneLine(1, 24)).value
    const cards = fields.list('cards').map((card) => readCard(card, report))
    fields.end()
    chapterIds.push(id)
    cardIds.push(...cards.map((card) => card.idField))
    return { id: id.value, title, cards: cards.map(({ idField: _, ...card }) => card) }
  })
  reportRepeated(chapterIds, '章的 id', report)
  reportRepeated(cardIds, '卡片的 id', report)
  return chapters
}

const readReferences = (fields: Fields, { taxonomy, teachers }: Referable, report: ReportProblem) => {
  const reference = (key: string, known: readonly { id: string }[], where: string): TextField => {
    const field = fields.text(key, slugRule)
    reportUnknown(field, new Set(known.map(({ id }) => id)), where, report)
    return field
  }
  const grade = reference('grade', taxonomy.grades, 'taxonomy.yaml 的 grades')
  const subject = reference('subject', taxonomy.subjects, 'taxonomy.yaml 的 subjects')
  const point = reference('knowledgePoint', taxonomy.knowledgePoints, 'taxonomy.yaml 的 knowledgePoints')
  const teacher = reference('teacher', teachers, 'teachers.yaml ')
  const belongs = (field: TextField, owners: readonly { id: string; subjectId: string }[]): void => {
    const owner = owners.find(({ id }) => id === field.value)
    if (owner && owner.subjectId !== subject.value)
      report(field.line, `${field.value} 不属于学科 ${subject.value}`)
  }
  belongs(point, taxonomy.knowledgePoints)
  belongs(teacher, teachers)
  return {
    gradeId: grade.value,
    subjectId: subject.value,
    knowledgePointId: point.value,
    teacherId: teacher.value,
  }
}

/** @param fileSlug the file's name without its ending: what the pack's id must be */
export function readPack(
  source: YamlSource,
  fileSlug: string,
  referable: Referable,
): LibraryPack | undefined {
  const { report } = source
  const fields = parseFields(source)
  if (!fields) return undefined
  const id = fields.text('id', slugRule)
  if (id.value && id.value !== fileSlug) report(id.line, `id 应与文件名相同：${fileSlug}`)
  const pack = {
    slug: id.value,
    title: fields.text('title', oneLine(2, 20)).value,
    label: fields.text('label', oneLine(2, 6)).value,
    ...readReferences(fields, referable, report),
    priceCoins: fields.integer('priceCoins', { min: 0, max: maxPriceCoins }),
    summary: fields.text('summary', oneLine(1, 40)).value,
    intro: readMarkdown(fields.text('intro', markdownRule), report),
    source: fields.text('source', oneLine(1, 200)).value,
    chapters: readChapters(fields.list('chapters'), report),
  }
  fields.end()
  const previews = pack.chapters.flatMap(({ cards }) => cards).filter((card) => card.preview).length
  if (previews < minPreviews || previews > maxPreviews) {
    report(
      fields.line,
      `应有 ${minPreviews} 至 ${maxPreviews} 张试看卡片（preview: true），现在 ${previews} 张`,
    )
  }
  return pack
}
