import { beforeEach, expect, test } from 'vitest'
import { applyTextSize, chooseTextSize, chosenTextSize, textSizes } from './text-size.ts'

const root = (): string => document.documentElement.style.fontSize

beforeEach(() => {
  localStorage.clear()
  document.documentElement.removeAttribute('style')
})

test('a size is seen at once, kept, and applied at the next start', () => {
  for (const size of textSizes) {
    chooseTextSize(size)
    expect(chosenTextSize()).toBe(size)
    const seen = root()
    document.documentElement.removeAttribute('style')
    applyTextSize()
    expect(root()).toBe(seen)
  }
})

test('the standard size is the style sheet’s own', () => {
  chooseTextSize('largest')
  chooseTextSize('standard')
  expect(root()).toBe('')
})

test('nonsense in the storage is the standard size', () => {
  localStorage.setItem('zhika_text_size', 'huge')
  expect(chosenTextSize()).toBe('standard')
})
