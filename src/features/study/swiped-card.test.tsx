import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addMessages, startI18n } from '#src/i18n/i18n.ts'
import messages from '#src/i18n/zh-CN/study.json'
import { SwipedCard } from './swiped-card.tsx'

startI18n('zh-CN')
addMessages('study', messages)
afterEach(cleanup)
HTMLElement.prototype.setPointerCapture = () => {}
window.matchMedia = (media) => ({ ...new EventTarget(), media, matches: true }) as unknown as MediaQueryList

const show = (isEnabled: boolean) => {
  const onRate = vi.fn(() => Promise.resolve())
  render(
    <SwipedCard isEnabled={isEnabled} onRate={onRate}>
      <p>疑是地上霜</p>
    </SwipedCard>,
  )
  return onRate
}
const point = (clientX: number, clientY: number) => ({ isPrimary: true, button: 0, clientX, clientY })
const swipe = (x: number, y: number) => {
  const card = screen.getByText('疑是地上霜')
  fireEvent.pointerDown(card, point(0, 0))
  fireEvent.pointerMove(card, point(x, y))
  fireEvent.pointerUp(card, point(x, y))
}

test.each([
  ['left', -200, 0, 1],
  ['down', 0, 200, 2],
  ['right', 200, 0, 3],
  ['up', 0, -200, 4],
] as const)('a swipe %s rates the card', async (_way, x, y, rating) => {
  const onRate = show(true)
  swipe(x, y)
  expect(onRate.mock.calls).toEqual([[rating]])
})

test('before the answer is seen nothing is rated, and no hint stands on the card', () => {
  const onRate = show(false)
  swipe(200, 0)
  expect(onRate).not.toHaveBeenCalled()
  expect(screen.queryByText('良好')).toBeNull()
})
