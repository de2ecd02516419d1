import type { Stage } from '#contract/packs.ts'
import { oneLine, readMarkdown, reportRepeated, reportUnknown, slugRule } from './field-rules.ts'
import type { LibraryTeacher, Taxonomy } from './library.ts'
import { parseFields, parseFieldsList, type Fields, type YamlSource } from './yaml-fields.ts'

/** Reads `taxonomy.yaml` and `teachers.yaml`. */

const nameRule = oneLine(1, 20)
const stages = ['小学', '初中', '高中'] as const satisfies readonly Stage[]
const stageRule = { max: 2, pattern: /^(小学|初中|高中)$/, patternHint: `应为 ${stages.join('、')} 之一` }

/** Reads each entry to its end, and its ids for repetition. */
const entries = <T>(
  list: readonly Fields[],
  what: string,
  { report }: YamlSource,
  read: (entry: Fields) => T,
): (T & { id: string })[] => {
  const ids = list.map((entry) => entry.text('id', slugRule))
  reportRepeated(ids, what, report)
  return list.map((entry, index) => {
    const rest = read(entry)
    entry.end()
    return { id: ids[index]!.value, ...rest }
  })
}

const readSubject = (entry: Fields, subjects: ReadonlySet<string>, { report }: YamlSource): string => {
  const subject = entry.text('subject', slugRule)
  reportUnknown(subject, subjects, 'taxonomy.yaml 的 subjects', report)
  return subject.value
}

export function readTaxonomy(source: YamlSource): Taxonomy {
  const fields = parseFields(source)
  if (!fields) return { grades: [], subjects: [], knowledgePoints: [] }
  const grades = entries(fields.list('grades'), '年级', source, (entry) => ({
    name: entry.text('name', nameRule).value,
    stage: entry.text('stage', stageRule).value as Stage,
  }))
  const subjects = entries(fields.list('subjects'), '学科', source, (entry) => ({
    name: entry.text('name', nameRule).value,
  }))
  const subjectIds = new Set(subjects.map(({ id }) => id))
  const knowledgePoints = entries(fields.list('knowledgePoints'), '知识点', source, (entry) => ({
    name: entry.text('name', nameRule).value,
    subjectId: readSubject(entry, subjectIds, source),
  }))
  fields.end()
  return { grades, subjects, knowledgePoints }
}

export function readTeachers(source: YamlSource, { subjects }: Taxonomy): LibraryTeacher[] {
  const subjectIds = new Set(subjects.map(({ id }) => id))
  return entries(parseFieldsList(source, '教研室'), '教研室', source, (entry) => ({
    name: entry.text('name', nameRule).value,
    subjectId: readSubject(entry, subjectIds, source),
    bio: readMarkdown(entry.text('bio', { max: 400 }), source.report),
  }))
}
