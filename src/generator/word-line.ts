import { maskAsides } from './masked-text.ts'
import type { Pair } from './pair-line.ts'

/** Lines of two parts with nothing but a space between them: words, dates, columns. */

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

const datePattern =
  /^((?:公元前|公元|前|约)? ?\d{1,4} ?(?:[-–—~～至] ?(?:公元)?前? ?\d{1,4} ?)?(?:年代?|世纪(?:\d{2}年代|[初末中]叶?期?)?)(?:\d{1,2}月(?:\d{1,2}日)?)?(?:[-–—~～至]\d{1,4}[年月日](?:\d{1,2}[月日])?)?|\d{3,4} ?[-–—~～] ?\d{3,4}(?= )|\d{4}(?= ))[ ，,]*/u

/** 1911年10月10日 武昌起义: the date asks for the event. */
const dated = (text: string): Pair | undefined => {
  const found = datePattern.exec(text)
  const back = found ? text.slice(found[0].length).trim() : ''
  return found && hasHan(back) && back.length <= 80 ? { front: found[1]!.trim(), back } : undefined
}

const partOfSpeech =
  /(?: |^)(?:(?:n|v|vt|vi|adj|adv|ad|a|prep|conj|pron|num|art|int|aux|abbr|phr)\. ?[&/,]? ?){1,3}$/

/** abandon /əˈbændən/ v. 放弃 */
const foreignWord = (text: string): Pair | undefined => {
  const end = /[^A-Za-z'’ .,&()-]/.exec(text)?.index ?? -1
  const head = text.slice(0, Math.max(0, end))
  const word = head.replace(partOfSpeech, '').trim()
  const back = text.slice(head.indexOf(word) + word.length).trim()
  const isWord = /^[A-Za-z]/.test(word) && word.length <= 40 && /^[ /[]/.test(text.slice(word.length))
  const isMeaning = hasHan(back) && back.length <= 80 && !back.endsWith('。')
  return isWord && isMeaning && /[\p{Script=Han}/[（(<a-z]/u.test(text[end] ?? '')
    ? { front: word, back }
    : undefined
}

/** 氢气 H2, 苹果 apple */
const nativeWord = (text: string): Pair | undefined => {
  const found = /^(\p{Script=Han}[\p{Script=Han}（）()·]{0,15}) +(?=[^\s\p{Script=Han}])/u.exec(text)
  const back = found ? text.slice(found[0].length) : ''
  return found && !hasHan(back) && /[A-Za-z]/.test(back) ? { front: found[1]!, back } : undefined
}

/** Columns that spaces set apart. */
const spaced = (text: string): Pair | undefined => {
  const gap = / {2,}/.exec(maskAsides(text))
  if (!gap || gap.index > 40) return undefined
  const back = text.slice(gap.index).trim().replace(/ {2,}/g, ' ')
  const front = text.slice(0, gap.index).trim()
  return front && back && !/[。！？]$/.test(front) ? { front, back } : undefined
}

/** attention n. 注意；专心  pay attention to: the column after the meaning goes with it. */
const wordWithMore = (pair: Pair | undefined): Pair | undefined => {
  const word = pair && foreignWord(pair.front)
  return word && pair ? { front: word.front, back: `${word.back}\n${pair.back}` } : pair
}

/** The two parts; undefined when it is no such line. */
export function splitWords(text: string): Pair | undefined {
  return wordWithMore(spaced(text)) ?? dated(text) ?? foreignWord(text) ?? nativeWord(text)
}
