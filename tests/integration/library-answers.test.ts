import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judgeAnswer, type AskedCard } from '#src/features/study/answer-match.ts'
import { optionsOf } from '#src/features/study/choice-options.ts'

/** Every short answer of the starter library, asked as the player asks it. */

type LibraryCard = { id: string; front: string; back: string; answer?: string }

const folder = new URL('../../library/packs/', import.meta.url)
const plain = (markdown: string): string => markdown.replace(/\*\*|\$/g, '').trim()

const packs = readdirSync(folder).map((file) => {
  const { chapters } = parse(readFileSync(new URL(file, folder), 'utf8')) as {
    chapters: { cards: LibraryCard[] }[]
  }
  const cards = chapters.flatMap((chapter) => chapter.cards)
  return cards.flatMap(({ id, front, back, answer }, place) => {
    if (answer === undefined) return []
    const asked: AskedCard = {
      answer,
      question: plain(front),
      back: plain(back),
      hasFormula: back.includes('$'),
    }
    const others = cards
      .map((other, at) => ({ answer: other.answer, distance: Math.abs(at - place) }))
      .filter(({ distance }) => distance > 0 && distance <= 20)
      .sort((a, b) => a.distance - b.distance)
      .flatMap(({ answer: other }) => (other === undefined ? [] : other))
    return [{ name: `${file} ${id}`, asked, others }]
  })
})
const cards = packs.flat()
const isRight = (given: string, card: AskedCard): boolean => judgeAnswer(given, card).isRight

describe('typing', () => {
  test('takes every answer as it is written on its card', () => {
    expect(cards.length).toBeGreaterThan(800)
    expect(cards.filter(({ asked }) => !isRight(asked.answer, asked)).map(({ name }) => name)).toEqual([])
  })

  test('takes the value of a formula without its name', () => {
    const named = cards.filter(({ asked }) => /^\p{L}[^=+\-*/()√\s]*=[^=]+$/u.test(asked.answer))
    expect(named.length).toBeGreaterThan(40)
    const refused = named.filter(({ asked }) => !isRight(asked.answer.replace(/^[^=]+=/, ''), asked))
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  test('takes no formula that lost the brackets of a sum', () => {
    const bracketed = cards.filter(({ asked }) => /(?<!√)\([^()]*[^(][+-][^()]*\)/.test(asked.answer))
    expect(bracketed.length).toBeGreaterThan(15)
    const taken = bracketed.filter(({ asked }) => isRight(asked.answer.replace(/[()]/g, ''), asked))
    expect(taken.map(({ name, asked }) => `${name} ${asked.answer}`)).toEqual([])
  })

  test('takes a count without the word for what is counted', () => {
    const counted = cards.filter(({ asked }) => /^\d+\s?[个对条张画年]$/.test(asked.answer))
    expect(counted.length).toBeGreaterThan(30)
    expect(counted.filter(({ asked }) => !isRight(String(parseInt(asked.answer, 10)), asked))).toEqual([])
  })
})

describe('choosing', () => {
  const choices = cards.flatMap(({ name, asked, others }) => {
    const options = optionsOf(asked, others)
    return options ? [{ name, asked, ...options }] : []
  })

  test('is possible for most cards', () => {
    expect(choices.length / cards.length).toBeGreaterThan(0.8)
  })

  test('offers no second right answer', () => {
    const double = choices.filter(({ asked, wrong }) => wrong.some((option) => isRight(option, asked)))
    expect(double.map(({ name }) => name)).toEqual([])
  })

  test('shows no name before a formula that only the right one has', () => {
    const named = choices.filter(({ right }) => /^\p{L}[^=+\-*/^√()²]*=[^=]+$/u.test(right))
    expect(named.map(({ name, right }) => `${name} ${right}`)).toEqual([])
  })

  test('mixes numbers with no words', () => {
    const isNumber = (text: string): boolean => /^(?:公元前)?[-+]?[\d.×⁰-⁹/]+(?: .*|年)?$/u.test(text)
    const isWords = (text: string): boolean => !isNumber(text) && /\p{L}=|\p{Script=Han}{2}/u.test(text)
    const odd = choices.filter(({ right, wrong }) => isNumber(right) && wrong.filter(isWords).length > 1)
    expect(odd.map(({ name, right, wrong }) => `${name} ${right}: ${wrong.join(' ')}`)).toEqual([])
  })
})
