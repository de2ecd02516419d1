import { expect, test } from 'vitest'
import css from './tokens.css?raw'
import { baseColors, colorsOfTheme } from './theme-colors.ts'

test('the base colours are those of tokens.css', () => {
  for (const [name, light] of Object.entries(baseColors.light)) {
    const dark = baseColors.dark[name as keyof typeof baseColors.dark]
    expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`)
  }
})

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
