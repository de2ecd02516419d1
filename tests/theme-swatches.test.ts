import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseColors } from '#src/ui/theme/theme-colors.ts'

test('the colours that a theme leaves as they are stand in tokens.css', () => {
  const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8')
  for (const [name, light] of Object.entries(baseColors.light)) {
    const dark = baseColors.dark[name as keyof typeof baseColors.dark]
    expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`)
  }
})
