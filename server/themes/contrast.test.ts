import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { themes } from './palettes.ts'

/** Contrast as WCAG 2.2 defines it, of every text on every ground where the screens put it. */

type Scheme = 'light' | 'dark'
type Rgb = readonly [red: number, green: number, blue: number]
type Tokens = Readonly<Record<string, string>>

const sheet = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')

/** What the style sheet says where a theme says nothing. */
const baseTokens = (scheme: Scheme): Tokens => {
  const found: Record<string, string> = {}
  for (const [, name = '', light, dark, plain] of sheet.matchAll(
    /--([a-z0-9-]+): (?:light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)|(#[0-9a-f]+));/g,
  ))
    found[name] = plain ?? (scheme === 'light' ? light : dark) ?? ''
  return found
}

const rgbOf = (color: string): Rgb => {
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})$/.exec(color)?.[1]
  if (digits === undefined) throw new Error(`not a colour of six digits: ${color}`)
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const part = (at: number): number => Number.parseInt(six.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

const luminanceOf = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: Rgb, other: Rgb): number => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['paper', 'surface', 'sunken', 'desk', 'highlight']
/** Which text stands on which ground. */
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...['primary', 'seal', 'danger', 'ok', 'warn'].flatMap((text) =>
    ['paper', 'surface', 'highlight'].map((ground) => [text, ground] as const),
  ),
  ['gold', 'paper'],
  ['gold', 'surface'],
  ['gold', 'gold-soft'],
  ['on-ink', 'ink'],
  ['ink', 'primary-soft'],
  ['ink-2', 'primary-soft'],
  ['primary', 'primary-soft'],
  ['on-primary', 'primary-fill'],
  ['on-primary', 'danger-fill'],
  ['on-primary', 'hero'],
  ['on-primary', 'hero-deep'],
  ['hero-deep', 'hero-paper'],
  ...['again', 'hard', 'good', 'easy'].map((rating) => [rating, `${rating}-soft`] as const),
]

const schemes = ['light', 'dark'] as const
/** A theme with a scheme of its own is never seen in the other one. */
const cases = themes.flatMap(({ name, config }) =>
  schemes
    .filter((scheme) => config.scheme === 'auto' || config.scheme === scheme)
    .map((scheme) => ({
      name,
      scheme,
      loginBg: config.login_bg,
      tokens: {
        ...baseTokens(scheme),
        ...config.tokens,
        ...(scheme === 'dark' && config.darkTokens),
      } as Tokens,
    })),
)

describe.each(cases)('$name, $scheme', ({ tokens, loginBg, scheme }) => {
  it('has text of 4.5 to 1 or more wherever there is text', () => {
    const weak = pairs
      .map(([text, ground]) => ({
        pair: `${text} on ${ground}`,
        contrast: contrastOf(rgbOf(tokens[text] ?? ''), rgbOf(tokens[ground] ?? '')),
      }))
      .filter(({ contrast }) => contrast < 4.5)
    expect(weak).toEqual([])
  })

  it('has edges of fields that are seen: 3 to 1', () => {
    for (const ground of ['paper', 'surface'])
      expect(contrastOf(rgbOf(tokens['line-strong']!), rgbOf(tokens[ground]!))).toBeGreaterThanOrEqual(3)
  })

  it('has a login background that needs no token, and on which text of the theme and of the sheet is read', () => {
    const { red, green, blue, percent, paper, day, night } =
      /^linear-gradient\(180deg,rgb\((?<red>\d+) (?<green>\d+) (?<blue>\d+) \/ (?<percent>\d+)%\),transparent 55%\) (?:(?<paper>#\w{6})|light-dark\((?<day>#\w{6}),(?<night>#\w{6})\))$/.exec(
        loginBg,
      )?.groups ?? {}
    const ground = paper ?? (scheme === 'light' ? day : night) ?? ''
    expect(ground).toBe(tokens['paper'])
    const tint = [Number(red), Number(green), Number(blue)]
    const share = Number(percent) / 100
    const [r = 0, g = 0, b = 0] = rgbOf(ground).map(
      (part, at) => part * (1 - share) + (tint[at] ?? 0) * share,
    )
    for (const page of [tokens, baseTokens(scheme)]) {
      for (const text of ['ink', 'ink-2', 'primary'])
        expect(contrastOf(rgbOf(page[text] ?? ''), [r, g, b]), text).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('themes', () => {
  it('set tokens that the style sheet knows, and by night all that they set by day', () => {
    const known = Object.keys(baseTokens('light'))
    for (const { name, config } of themes) {
      const { tokens, darkTokens = tokens } = config
      expect(known, name).toEqual(
        expect.arrayContaining([...Object.keys(tokens), ...Object.keys(darkTokens)]),
      )
      const fixed = ['hero', 'hero-deep']
      const byDayOnly = Object.keys(tokens).filter(
        (token) => !(token in darkTokens) && !fixed.includes(token),
      )
      expect(byDayOnly, name).toEqual([])
    }
  })
})
