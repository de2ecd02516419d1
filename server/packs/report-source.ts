import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ifPresent } from '#server/lib/missing-files.ts'

/** Where the cards of the library are written, for those who mend them. */

type CardSource = { file: string; line: number }
export type FindSource = (packSlug: string, cardSlug: string) => CardSource | null

const idLine = (slug: string): RegExp =>
  new RegExp(`^\\s*-?\\s*\\{?\\s*id:\\s*['"]?${slug}['"]?\\s*(,|#|\\}|$)`)

/** A chapter, or the pack, may be called like a card, which stands further in. */
const lineOf = (lines: readonly string[], cardSlug: string): number => {
  const sought = idLine(cardSlug)
  const depths = lines.map((line) => (sought.test(line) ? line.search(/\S/) : -1))
  const deepest = Math.max(...depths)
  return deepest <= 0 ? 0 : depths.indexOf(deepest) + 1
}

/** Reads the packs' files as they are now: the answer of one call, not to be kept. */
export async function readSources(libraryDir: string): Promise<FindSource> {
  const names = (await ifPresent(readdir(join(libraryDir, 'packs')))) ?? []
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.yaml'))
      .map(async (name) => ({
        file: `library/packs/${name}`,
        lines: ((await ifPresent(readFile(join(libraryDir, 'packs', name), 'utf8'))) ?? '').split(/\r?\n/),
      })),
  )
  return (packSlug, cardSlug) => {
    const found = files.find(({ lines }) =>
      lines.some((line) => line.startsWith('id:') && idLine(packSlug).test(line)),
    )
    const line = found ? lineOf(found.lines, cardSlug) : 0
    return found && line > 0 ? { file: found.file, line } : null
  }
}
