import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apply, previewIntervals } from '#contract/scheduling.ts'
import type { StudyAnswer } from '#contract/study.ts'
import { addMessages, startI18n } from '#src/i18n/i18n.ts'
import messages from '#src/i18n/zh-CN/study.json'
import { RatingBar } from './rating-bar.tsx'

startI18n('zh-CN')
addMessages('study', messages)
afterEach(cleanup)

const noon = '2026-11-20T04:00:00.000Z'
const names = () => screen.getAllByRole('button').map((button) => button.textContent)

test('each rating of a new card is followed by its interval', () => {
  render(<RatingBar intervals={previewIntervals(undefined, noon, 0.9)} onRate={() => undefined} />)
  expect(names()).toEqual(['重来 1 分钟', '困难 6 分钟', '良好 10 分钟', '简单 8 天'])
  expect(screen.getByRole('button', { name: /^良好/ })).toBeTruthy()
})

test('a card that was known for a week shows what each rating would make of it', () => {
  const answer: StudyAnswer = {
    id: 'a',
    cardId: 'c',
    rating: 4,
    answeredAt: '2026-11-12T04:00:00.000Z',
    utcOffsetMinutes: 480,
    durationMs: 1,
    mode: 'flip',
    retention: 0.9,
  }
  const known = apply(undefined, answer)
  render(<RatingBar intervals={previewIntervals(known, noon, 0.9)} onRate={() => undefined} />)
  const [again, hard, good, easy] = Object.values(previewIntervals(known, noon, 0.9))
  expect(again).toBeLessThan(hard!)
  expect(hard).toBeLessThan(good!)
  expect(good).toBeLessThan(easy!)
  expect(names()[0]).toBe('重来 10 分钟')
})

test('a tap gives its rating', () => {
  const given: number[] = []
  render(
    <RatingBar
      intervals={{ 1: 60_000, 2: 60_000, 3: 60_000, 4: 60_000 }}
      onRate={(rating) => given.push(rating)}
    />,
  )
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  expect(given).toEqual([1, 2, 3, 4])
})
