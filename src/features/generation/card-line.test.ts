import { expect, test } from 'vitest'
import { cardLine } from './card-line.ts'

test('marks that only shape the text are left out', () => {
  expect(cardLine('- **细胞壁**、叶绿体\n- 大液泡')).toBe('细胞壁、叶绿体 大液泡')
})

test('a formula is written as it is read', () => {
  expect(cardLine('$6CO_2 + 6H_2O \\rightarrow C_6H_{12}O_6 + 6O_2$')).toBe('6CO₂ + 6H₂O → C₆H₁₂O₆ + 6O₂')
  expect(cardLine('面积 $\\pi r^2$')).toBe('面积 π r²')
})

test('what it does not know of LaTeX stays as it was written', () => {
  expect(cardLine('$\\frac{1}{2}$')).toBe('\\frac{1}{2}')
})
