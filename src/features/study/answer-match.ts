/**
 * Whether a typed answer is the right one. Form does not count: full or half width, spaces, punctuation, case.
 * What carries meaning does: signs and points of numbers, powers, the capitals of a formula (Co is not CO).
 */

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const plainScripts = '0123456789+-'
/** Punctuation that no answer turns on; `- . / %` and the signs of mathematics stay. */
const idlePunctuation = /[\s,!?;:"'`~、。！？；：，“”‘’「」『』《》〈〉【】…—·•()[\]{}]/gu

/** Powers are written out first: NFKC alone would make 10⁸ into 108. */
const withPowers = (text: string): string =>
  text.replace(
    /[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/gu,
    (run) => `^${[...run].map((sign) => plainScripts[superscripts.indexOf(sign)]).join('')}`,
  )

const chemicalFormula = /^(?:[A-Z][a-z]?\d*)+$/

const normalised = (text: string): string =>
  withPowers(text)
    .normalize('NFKC')
    .replace(/[×✕]/gu, '*')
    .replace(/[−–]/gu, '-')
    .replace(idlePunctuation, '')
    .replace(/\.$/, '')

/** Several right answers are written `甲；乙` or `甲或乙`. */
const alternatives = (answer: string): string[] => [answer, ...answer.split(/[；;]|或/u)]

/** @param answer the card's own short answer */
export const matchesAnswer = (given: string, answer: string): boolean => {
  const typed = normalised(given)
  if (typed === '') return false
  return alternatives(answer).some((alternative) => {
    const right = normalised(alternative)
    if (right === '') return false
    const capitalsCount = chemicalFormula.test(right) && right.length > 1
    return capitalsCount ? typed === right : typed.toLowerCase() === right.toLowerCase()
  })
}
