/**
 * Reads TypeScript as text: enough to find imports and words of code, far cheaper than a compiler. A
 * regular expression literal is distinguished from a division by what stands before it.
 */

const mayPrecedeRegex = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|=>|\breturn|\btypeof|\bcase)\s*$/

const endOfString = (source: string, start: number): number => {
  const quote = source[start]
  let at = start + 1
  while (at < source.length && source[at] !== quote) {
    if (quote !== '`' && source[at] === '\n') return at
    at += source[at] === '\\' ? 2 : 1
  }
  return at + 1
}

const endOfRegex = (source: string, start: number): number => {
  let inClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
    else if (source[at] === '/' && !inClass) return at + 1
  }
  return start + 1
}

const endOfComment = (source: string, start: number): number => {
  const line = source[start + 1] === '/'
  const end = source.indexOf(line ? '\n' : '*/', start + 2)
  if (end < 0) return source.length
  return line ? end : end + 2
}

type Piece = 'code' | 'text' | 'comment'

const pieceAt = (source: string, at: number, before: string): { kind: Piece; end: number } => {
  const two = source.slice(at, at + 2)
  if (two === '//' || two === '/*') return { kind: 'comment', end: endOfComment(source, at) }
  const char = source[at]
  if (char === "'" || char === '"' || char === '`') return { kind: 'text', end: endOfString(source, at) }
  if (char === '/' && mayPrecedeRegex.test(before)) return { kind: 'text', end: endOfRegex(source, at) }
  return { kind: 'code', end: at + 1 }
}

const rewrite = (source: string, keepText: boolean): string => {
  let result = ''
  let at = 0
  while (at < source.length) {
    const { kind, end } = pieceAt(source, at, result.slice(-24))
    const piece = source.slice(at, end)
    if (kind === 'comment') result += piece.replace(/[^\n]/g, '')
    else if (kind === 'text' && !keepText) result += `''${piece.replace(/[^\n]/g, '')}`
    else result += piece
    at = end
  }
  return result
}

/** The source without its comments; lines keep their numbers. */
export function withoutComments(source: string): string {
  return rewrite(source, true)
}

/** The source without comments, and with every string, template and regular expression emptied. */
export function codeOnly(source: string): string {
  return rewrite(source, false)
}

export type Import = {
  specifier: string
  /** Nothing of it is left after compiling. `import { type A }` keeps its side effects, so it is a value. */
  typeOnly: boolean
  dynamic: boolean
}

const staticImport =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+(?!from\b))?(?:[^'"`;()]*?\sfrom\s*)?['"]([^'"\n]+)['"]/g
const dynamicImport = /(typeof\s+)?\bimport\s*\(\s*['"`]([^'"`\n]+)['"`]/g

/** Every import and re-export, in the order of the kinds: static ones, then dynamic ones. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source)
  const found = (pattern: RegExp, dynamic: boolean): Import[] =>
    [...code.matchAll(pattern)].map(([, type, specifier = '']) => ({
      specifier,
      typeOnly: type !== undefined,
      dynamic,
    }))
  return [...found(staticImport, false), ...found(dynamicImport, true)]
}
