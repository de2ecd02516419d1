import { expect, test } from 'vitest'
import { firstProblem, needsReading, readSides } from './card-sides.ts'

const card = (front: string, back = '答') => ({ id: front, front, back })

test('words need no preview, formulas and lists do', () => {
  expect(needsReading(card('光合作用', '第一行\n第二行'))).toBe(false)
  expect(needsReading(card('$x^2$'))).toBe(true)
  expect(needsReading(card('方法', '1. 先\n2. 后'))).toBe(true)
})

test('a formula is typeset, and empty sides are left out', async () => {
  const [front, ...others] = await readSides({ front: '$x^2$', back: ' ', hint: undefined })
  expect(JSON.stringify(front)).toContain('msup')
  expect(others).toEqual([])
})

test('a formula that cannot be read is reported in Chinese', async () => {
  expect(await readSides({ front: '$\\frac{1}$' })).toEqual([{ side: 'front', problem: '公式有误' }])
})

test('too many plain lines are reported like any other fault', async () => {
  const long = card('诗', '一行\n'.repeat(130))
  expect(needsReading(long)).toBe(true)
  expect(await firstProblem([long])).toMatchObject({
    side: 'back',
    problem: '共 131 行，最多 120 行，请分成几张卡片',
  })
})

test('a formula that defines commands is reported by the command', async () => {
  expect(await readSides({ front: '$\\def\\a{x}\\a$' })).toEqual([
    { side: 'front', problem: '公式有误：不接受命令 \\def' },
  ])
})

test('the first card that the server would refuse is found, with its side', async () => {
  const cards = [card('水'), card('甲', '<b>乙</b>'), card('$\\frac{1}$')]
  expect(await firstProblem(cards)).toMatchObject({ cardId: '甲', index: 1, side: 'back' })
  expect(await firstProblem([card('水'), card('$x$')])).toBeUndefined()
})
