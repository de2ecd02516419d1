import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StrokeOrder } from './stroke-order.tsx'

const words = {
  open: '笔顺',
  label: '「十」的笔顺，共 2 画',
  replay: '看笔顺',
  trace: '描红',
  traceBox: '描「十」',
  tracing: '按笔顺描',
  failed: '没有打开',
  traced: (mistakes: number) => `错 ${mistakes} 次`,
}
const strokes = {
  strokes: ['M 0 400 L 1000 400 L 1000 440 Z', 'M 480 0 L 520 0 L 520 800 Z'],
  medians: [
    [
      [0, 420],
      [1000, 420],
    ],
    [
      [500, 800],
      [500, 0],
    ],
  ],
}

test('shows nothing but a button, then each stroke in its turn, numbered where it begins', () => {
  const { container } = render(<StrokeOrder character="十" strokes={strokes} words={words} />)
  expect(screen.queryByRole('img')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '笔顺' }))
  expect(screen.getByRole('img', { name: '「十」的笔顺，共 2 画' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: '笔顺' }))
  const inTurn = [...container.querySelectorAll<SVGGElement>('g[style]')]
  expect(inTurn.map((stroke) => stroke.style.getPropertyValue('--at'))).toEqual(['0ms', '1070ms'])
  expect(inTurn.map((stroke) => stroke.querySelector('clipPath path')?.getAttribute('d'))).toEqual(
    strokes.strokes,
  )
  expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['1', '2'])
})
