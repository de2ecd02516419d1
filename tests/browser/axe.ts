import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import type { Theme } from '#contract/themes.ts'
import { markNewKinds, newKinds } from './color-kinds.ts'

/** What axe finds on a page as it stands, in every theme. */

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const colorRules = ['color-contrast', 'link-in-text-block']

/** A theme by day or by night. */
export type Look = Pick<Theme['config'], 'tokens'> & { name: string; scheme: 'light' | 'dark' }

/** @returns one look for a theme that has chosen its scheme, two for one that follows the system */
export function looksOf({ id, config }: Theme): Look[] {
  const { scheme, tokens, darkTokens } = config
  const light: Look = { name: `${id} by day`, scheme: 'light', tokens }
  const dark: Look = { name: `${id} by night`, scheme: 'dark', tokens: { ...tokens, ...darkTokens } }
  if (scheme === 'auto') return [light, dark]
  return [scheme === 'light' ? light : { ...dark, tokens }]
}

/** Puts the look on the page as the app does: see `src/ui/theme/apply-theme.ts`. Runs in the page. */
const putOn = ({ scheme, tokens }: Look): void => {
  const root = document.documentElement
  for (const name of Array.from(root.style)) if (name.startsWith('--')) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(`--${name}`, value)
  root.dataset['scheme'] = scheme
}

/** Runs in the page. */
const run = async (options: {
  rules: string[]
  areOff: boolean
  marked: string | null
}): Promise<string[]> => {
  const { axe } = globalThis as unknown as {
    axe: { run: (context: unknown, options: object) => Promise<AxeResults> }
  }
  const { rules, areOff, marked } = options
  const context = marked === null ? document : { include: [...document.querySelectorAll(marked)] }
  const { violations } = await axe.run(context, {
    resultTypes: ['violations'],
    ...(areOff
      ? { rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])) }
      : { runOnly: { type: 'rule', values: rules } }),
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

/** A colour must be there at once, not after the millisecond that reduced motion leaves it at every level. */
const takeOffMotion = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** To be called once on each page, before the others. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource)
  await page.evaluate(takeOffMotion)
}

/** Everything axe knows about how the page is built; colours are another question. */
export function structuralFaults(page: Page): Promise<string[]> {
  return page.evaluate(run, { rules: colorRules, areOff: true, marked: null })
}

/** Kinds of text whose colours were good in every look, on whatever page. */
const known = new Set<string>()

/**
 * Colours in every look. The first two looks are looked at wholly; in the others a text whose colours, grounds and
 * size are, in every look, those of one that was found good before is not looked at again.
 */
export async function colorFaults(page: Page, looks: readonly Look[]): Promise<string[]> {
  const kinds = await markNewKinds(page, { looks, putOn: (look) => page.evaluate(putOn, look), known })
  const found: string[] = []
  for (const [index, look] of looks.entries()) {
    const isWhole = index < 2
    if (!isWhole && kinds.length === 0) break
    await page.evaluate(putOn, look)
    const marked = isWhole ? null : newKinds
    const faults = await page.evaluate(run, { rules: colorRules, areOff: false, marked })
    found.push(...faults.map((fault) => `${look.name}: ${fault}`))
  }
  if (found.length === 0) for (const kind of kinds) known.add(kind)
  return found
}
