import { expect, test } from 'vitest'
import { colorsOfTheme } from './theme-colors.ts'

const bamboo = {
  scheme: 'auto',
  tokens: { paper: '#eef', ink: '#123' },
  darkTokens: { paper: '#012' },
} as const

test('a swatch has the colours that the theme sets, in the scheme that it would be seen in', () => {
  expect(colorsOfTheme(bamboo, false)).toMatchObject({ paper: '#eef', ink: '#123', seal: '#b83a2a' })
  expect(colorsOfTheme(bamboo, true)).toMatchObject({ paper: '#012', ink: '#123', seal: '#e8796a' })
  expect(colorsOfTheme({ scheme: 'dark', tokens: {} }, false).paper).toBe('#12181c')
})
