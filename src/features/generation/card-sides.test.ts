import { expect, test } from 'vitest'
import { firstProblem, hasMarks, readSides } from './card-sides.ts'

const card = (front: string, back = '答') => ({ id: front, front, back })

test('words need no preview, formulas and lists do', () => {
  expect(hasMarks(card('光合作用', '第一行\n第二行'))).toBe(false)
  expect(hasMarks(card('$x^2$'))).toBe(true)
  expect(hasMarks(card('方法', '1. 先\n2. 后'))).toBe(true)
})

test('a formula is typeset, and empty sides are left out', async () => {
  const [front, ...others] = await readSides({ front: '$x^2$', back: ' ', hint: undefined })
  expect(JSON.stringify(front)).toContain('msup')
  expect(others).toEqual([])
})

test('a formula that cannot be read is told in Chinese', async () => {
  expect(await readSides({ front: '$\\frac{1}$' })).toEqual([{ side: 'front', problem: '公式有误' }])
})

test('the first card that the server would refuse is found, with its side', async () => {
  const cards = [card('水'), card('甲', '<b>乙</b>'), card('$\\frac{1}$')]
  expect(await firstProblem(cards)).toMatchObject({ cardId: '甲', index: 1, side: 'back' })
  expect(await firstProblem([card('水'), card('$x$')])).toBeUndefined()
})
