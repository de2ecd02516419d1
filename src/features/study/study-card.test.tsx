import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CardText } from '#contract/text/card-text.ts'
import type { Card } from '#contract/packs.ts'
import { addMessages, startI18n } from '#src/i18n/i18n.ts'
import messages from '#src/i18n/zh-CN/study.json'
import { StudyCard } from './study-card.tsx'

startI18n('zh-CN')
addMessages('study', messages)
afterEach(cleanup)

const words = (text: string): CardText => [{ type: 'paragraph', children: [{ type: 'text', text }] }]
const card: Card = {
  id: 'c',
  packId: 'p',
  title: '静夜思',
  hash: 'h',
  front: [...words('床前明月光'), ...words('下一句是什么？')],
  back: words('疑是地上霜'),
  hint: words('像霜一样白'),
  explanation: words('月光像霜'),
  tag: '名句',
}
const pack = { label: '唐诗三百首', subject: { id: 'yuwen', name: '语文' } }

const show = (fields: Partial<Parameters<typeof StudyCard>[0]> = {}) =>
  render(
    <StudyCard
      card={card}
      pack={pack}
      revealed={false}
      isNew
      onReveal={() => undefined}
      isHeard={false}
      onRead={null}
      {...fields}
    />,
  )

test('the answer is nowhere in the page before it is asked for', () => {
  const { container } = show()
  expect(container.textContent).toContain('床前明月光')
  expect(container.textContent).not.toContain('疑是地上霜')
})

test('the back repeats the question and adds answer and explanation', () => {
  show({ revealed: true })
  const back = screen.getByLabelText('卡片背面')
  expect(back.textContent).toContain('下一句是什么？')
  expect(back.textContent).toContain('疑是地上霜')
  expect(back.textContent).toContain('月光像霜')
  expect(screen.getByLabelText('卡片正面').hasAttribute('inert')).toBe(true)
})

test('a tap on the front turns the card, a tap on the hint does not', () => {
  let turned = 0
  show({ onReveal: () => (turned += 1) })
  fireEvent.click(screen.getByRole('button', { name: '看提示' }))
  expect(screen.getByText('像霜一样白')).toBeTruthy()
  expect(turned).toBe(0)
  fireEvent.click(screen.getByLabelText('卡片正面'))
  expect(turned).toBe(1)
})

test('the corner shows subject and tag, and the title where neither is known', () => {
  show()
  expect(screen.getByText('语文 · 名句')).toBeTruthy()
  const { container } = show({ card: { ...card, tag: undefined }, pack: undefined, isNew: false })
  expect(container.textContent).toContain('静夜思')
})

test('a card that is heard keeps its words covered until they are asked for', () => {
  const onRead = vi.fn()
  const { container, getByRole } = show({ isHeard: true, onRead })
  expect(container.textContent).not.toContain('床前明月光')
  fireEvent.click(getByRole('button', { name: '再听一遍' }))
  expect(onRead).toHaveBeenCalledOnce()
  fireEvent.click(getByRole('button', { name: '看文字' }))
  expect(container.textContent).toContain('床前明月光')
})

test.each([
  ['永', 'character'],
  ['brought', 'large'],
  ['画蛇添足', 'word'],
  ['问'.repeat(40), 'medium'],
  ['问'.repeat(200), 'small'],
])('%s is set as %s', (text, size) => {
  show({ card: { ...card, front: words(text) } })
  expect(screen.getByText(text).closest('[data-size]')?.getAttribute('data-size')).toBe(size)
})

test('an answer of a page is not set as a headline', () => {
  show({ revealed: true, card: { ...card, back: words('答'.repeat(800)) } })
  expect(screen.getByText('答'.repeat(800)).closest('[data-long]')).toBeTruthy()
})
