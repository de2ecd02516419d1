import { basename } from 'node:path'
import { reportRepeated, reportUnknown } from './field-rules.ts'
import { listFiles, type LibraryFolder } from './library-folder.ts'
import type { Library } from './library.ts'
import { LibraryRefused, type Problem } from './problems.ts'
import { readPack } from './read-pack.ts'
import { readTaxonomy, readTeachers } from './read-taxonomy.ts'
import { parseTextList, type YamlSource } from './yaml-fields.ts'

/**
 * Checks every file and prepares the whole library in memory.
 * @throws LibraryRefused with every problem, if there is one
 */
export function readLibrary({ files }: LibraryFolder): Library {
  const problems: Problem[] = []
  const sourceOf = (file: string): YamlSource => ({
    text: files.get(file) ?? '',
    report: (line, reason) => problems.push({ file, line, reason }),
  })
  const [taxonomyFile, teachersFile, featuredFile] = listFiles
  for (const file of listFiles) if (!files.has(file)) problems.push({ file, line: 1, reason: '缺少这个文件' })
  // A folder that was copied by halves must not take every pack out of the library.
  if (![...files.keys()].some((file) => file.startsWith('packs/'))) {
    problems.push({ file: 'packs', line: 1, reason: '没有卡包文件' })
  }
  if (problems.length > 0) throw new LibraryRefused(problems)

  const taxonomy = readTaxonomy(sourceOf(taxonomyFile))
  const teachers = readTeachers(sourceOf(teachersFile), taxonomy)
  const packs = [...files.keys()].flatMap((file) => {
    if (!file.startsWith('packs/')) return []
    const source = sourceOf(file)
    if (!file.endsWith('.yaml')) {
      source.report(1, '卡包文件的扩展名应为 .yaml')
      return []
    }
    return readPack(source, basename(file, '.yaml'), { taxonomy, teachers }) ?? []
  })
  const featuredSource = sourceOf(featuredFile)
  const featured = parseTextList(featuredSource, '精选')
  // By file name: a pack that is refused for something else is there all the same.
  const slugs = new Set([...files.keys()].map((file) => basename(file, '.yaml')))
  reportRepeated(featured, '精选', featuredSource.report)
  for (const slug of featured) reportUnknown(slug, slugs, 'packs', featuredSource.report)

  if (problems.length > 0) throw new LibraryRefused(problems)
  return { taxonomy, teachers, packs, featured: featured.map(({ value }) => value) }
}
