/** What is wrong with the library, collected so that an author sees all of it at once. */

export type Problem = { file: string; line: number; reason: string }

export type ReportProblem = (line: number, reason: string) => void

/** The library was refused; nothing was written. The message lists every problem as `文件:行: 原因`. */
export class LibraryRefused extends Error {
  override readonly name = 'LibraryRefused'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const sorted = [...problems].sort((a, b) =>
      a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
    )
    super(sorted.map(({ file, line, reason }) => `${file}:${line}: ${reason}`).join('\n'))
    this.problems = sorted
  }
}
