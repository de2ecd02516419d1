import { plainText, type CardText } from './text/card-text.ts'

/** How one character is written, as the files of `hanzi-writer-data` hold it. */
export type StrokeData = {
  /** The outline of each stroke in writing order, as SVG path data; 1024 units wide, y grows upwards from -124. */
  strokes: readonly string[]
  /** The line along the middle of each stroke, from where it begins to where it ends: [x, y] points. */
  medians: readonly (readonly (readonly number[])[])[]
}

const oneIdeograph = /^\p{Unified_Ideograph}$/u
const quotedIdeograph = /[「『“"‘']\s*(\p{Unified_Ideograph})\s*[」』”"’']/gu
/** Without quotes, `汉字的笔顺` is about all characters, not about 汉. */
const bareQuestion =
  /^(?![汉生文数名错写识]字)(\p{Unified_Ideograph})字?(?:的(?:笔顺|笔画顺序|写法)(?:是什么|是怎样的|是怎么样的|怎么写)?|(?:怎么|怎样|如何)写)[？?。]?$/u
/** Words of a question about a character itself, not about what it means in a sentence. */
const aboutWriting =
  /笔顺|笔画|几画|[怎如][么样何]写|写法|书写|第[一二三四五六七八九十]+笔|最后一笔|部首|偏旁/u
const aboutCharacter = /字|读音|拼音|怎么读|组词/u

const unquoted = (line: string): string => line.replace(/^[「『“"‘'《]\s*|\s*[」』”"’'》]$/gu, '').trim()

/**
 * The one character that a card's question is about, for showing how it is written; null for any other card.
 * Rather no strokes than strokes of a character that only occurs in the question: it stands alone, or alone
 * above a question about a character, or is the only thing quoted in a question about writing.
 */
export function characterOf(front: CardText): string | null {
  const [lead = '', ...rest] = plainText(front)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const asked = rest.join('\n')
  if (oneIdeograph.test(unquoted(lead))) {
    return asked === '' || aboutWriting.test(asked) || aboutCharacter.test(asked) ? unquoted(lead) : null
  }
  const whole = [lead, ...rest].join('\n')
  const bare = bareQuestion.exec(whole)?.[1]
  if (bare !== undefined) return bare
  const quoted = [...whole.matchAll(quotedIdeograph)].map(([, character]) => character ?? null)
  const quotes = whole.match(/[「『“‘]/gu)?.length ?? (whole.match(/["']/gu)?.length ?? 0) / 2
  return quoted.length === 1 && quotes === 1 && aboutWriting.test(whole) ? (quoted[0] ?? null) : null
}

/** Where the server has the strokes of a character: by code point, so that no address needs escaping. */
export function strokesPath(character: string): string {
  return `/strokes/${(character.codePointAt(0) ?? 0).toString(16)}.json`
}

/** @returns the character that a file of `strokesPath` is about; null for a name that is none of a character */
export function characterOfFile(name: string): string | null {
  const hex = /^([0-9a-f]{4,5})\.json$/.exec(name)?.[1]
  const character = hex === undefined ? '' : String.fromCodePoint(Number.parseInt(hex, 16))
  return oneIdeograph.test(character) ? character : null
}
