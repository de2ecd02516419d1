import { maxCardSideFormulaLength, maxFormulaLength } from '#contract/limits.ts'

/**
 * Makes card Markdown of a piece of notes: formulas, code and emphasis stay what they are, and what a card
 * cannot hold (HTML, images, too long a formula, a quotation mark or hash at the start of a line) stays as the text
 * that it was.
 * Doing it twice changes no more than doing it once.
 */

const escaped = (text: string): string => text.replace(/[^\n]/g, '\\$&')

/** In a line, or from the start of one to the end of a block: how Markdown closes formulas and code. */
const closingOf = (text: string, run: string, from: number, startsLine: boolean): number => {
  const crossesLines = startsLine && run.length > (run.startsWith('$') ? 1 : 2)
  const lineEnd = text.indexOf('\n', from)
  const end = crossesLines || lineEnd === -1 ? text.length : lineEnd
  for (let at = text.indexOf(run, from); at !== -1 && at < end;) {
    let after = at
    while (text[after] === run[0]) after += 1
    if (after - at === run.length) return after
    at = text.indexOf(run, after)
  }
  return -1
}

const lineStart = /^([ \t]*)([>#]|\[[^\]\n]*\]:)/gm
const multiplication = /([\dA-Za-z)])\*(?=[\dA-Za-z(])/g

const plainPart = (text: string, startsLine: boolean): string => {
  const spaced = text.replace(/[ \t]+/g, ' ').replace(multiplication, '$1\\*')
  if (startsLine) return spaced.replace(lineStart, '$1\\$2')
  const rest = spaced.indexOf('\n')
  return rest === -1 ? spaced : spaced.slice(0, rest) + spaced.slice(rest).replace(lineStart, '$1\\$2')
}

const special = /\\[^\n]|`+|\$+|<br ?\/?>|<(?=[A-Za-z/!?])|!\[/gi
const image = /!\[([^\]\n]*)\]\([^()\n]*\)/y

/** Most text needs nothing. */
const isPlain = (text: string): boolean => !/[\\`$<!*>#[\n\r\t]| {2}/.test(text)

/** The Markdown that shows this text. */
export function toSide(source: string): string {
  if (isPlain(source)) return source.trim()
  const text = source.replace(/\r\n?/g, '\n').trim()
  let side = ''
  let at = 0
  let formulaLength = 0
  /** Two dollars of prices, far apart, make a formula of all that stands between. */
  const isFormula = (length: number): boolean => {
    const fits = length <= maxFormulaLength && formulaLength + length <= maxCardSideFormulaLength
    if (fits) formulaLength += length
    return fits
  }
  const startsLine = (): boolean => side === '' || side.endsWith('\n')
  const addPlain = (end: number): void => {
    side += plainPart(text.slice(at, end), startsLine())
    at = end
  }
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const token = found[0]
    addPlain(found.index)
    at += token.length
    if (token.startsWith('`') || token.startsWith('$')) {
      const end = closingOf(text, token, at, startsLine())
      const stays = end !== -1 && (token.startsWith('`') || isFormula(end - at))
      side += stays ? token + text.slice(at, end) : escaped(token)
      if (stays) at = end
    } else if (token === '![') {
      image.lastIndex = found.index
      const whole = image.exec(text)
      side += whole ? '' : '!\\['
      if (whole) {
        side += plainPart(whole[1]!, startsLine())
        at = image.lastIndex
      }
    } else if (token === '<') side += '\\<'
    else side += token.startsWith('<') ? '\n' : token
    special.lastIndex = at
  }
  addPlain(text.length)
  return side.trim()
}

/** Whether more than Markdown's own signs would be seen of it. */
export function isShowable(side: string): boolean {
  return /[^\s\-_*=#>`~|\\+$:[\]]/u.test(side) && !/^\d+[.)]$/.test(side)
}
