import { isTest, sourceFiles } from '#tests/support/source/source-files.ts'
import { withoutComments } from '#tests/support/source/source-text.ts'

/** A test whose title begins with clauses in brackets: `[8.1, 8.2] …`. */
export type ClauseTest = {
  file: string
  /** Without the brackets. */
  title: string
  /** A range, `[2.1.1–2.1.22]`, is written out. */
  ids: readonly string[]
}

/** Ways to begin a test that is run: no `test.skip`, and the second call of `test.each(…)(…)`. */
const testTitle =
  /(?:(?<![.\w])(?:it|test|testWithOwnServer)|(?<=\beach(?:<[^\n]*>)?\([^;]*?)\))\(\s*(['"`])\[([\d., –]+)\] ((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g

const writtenOut = (part: string): string[] => {
  const [from = '', to] = part.split('–').map((id) => id.trim())
  if (to === undefined) return [from]
  const [stem, first] = [from.slice(0, from.lastIndexOf('.') + 1), Number(from.split('.').at(-1))]
  const count = Number(to.split('.').at(-1)) - first + 1
  return Array.from({ length: count }, (_, index) => `${stem}${first + index}`)
}

/** The tests of one source that name clauses, in their order. */
export function clauseTestsIn(file: string, source: string): ClauseTest[] {
  return [...withoutComments(source).matchAll(testTitle)].map(([, , ids = '', title = '']) => ({
    file,
    title: title.replaceAll(/\\(.)/g, '$1'),
    ids: ids.split(',').flatMap(writtenOut),
  }))
}

/** All tests of the project that name clauses. */
export function clauseTests(): ClauseTest[] {
  return (
    sourceFiles()
      .filter(({ path }) => isTest(path) && /\.(test\.tsx?|e2e\.ts)$/.test(path))
      // Reading a source is slow, and few name a clause.
      .filter(({ text }) => /\(\s*['"`]\[\d/.test(text))
      .flatMap(({ path, text }) => clauseTestsIn(path, text))
  )
}
