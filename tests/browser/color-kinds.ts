import type { Page } from '@playwright/test'

/** Which texts of a page differ by nothing but their words, as far as contrast goes. */

/** Runs in the page. @returns size, colour and grounds of each text, in the order of the document */
const textColors = (): string[] => {
  const hasText = (element: Element): boolean =>
    element.matches('input, textarea, select') ||
    Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
  const grounds = new Map<Element, string>()
  /** All that lies under an element, down to what is opaque. */
  const groundOf = (element: Element | null): string => {
    if (element === null) return ''
    const kept = grounds.get(element)
    if (kept !== undefined) return kept
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity};`
    const isEmpty = own === 'rgba(0, 0, 0, 0) none 1;'
    const isOpaque = /^rgb\([^/]*\) none 1;$/.test(own)
    const ground = isOpaque ? own : (isEmpty ? '' : own) + groundOf(element.parentElement)
    grounds.set(element, ground)
    return ground
  }
  return Array.from(document.body.querySelectorAll('*'), (element) => {
    if (!hasText(element) || !element.checkVisibility()) return ''
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    return `${fontSize} ${fontWeight} ${color} on ${groundOf(element)}`
  })
}

/** Runs in the page. @param indexes in the order of the document */
const mark = (indexes: number[]): void => {
  const all = document.body.querySelectorAll('*')
  for (const index of indexes) all[index]?.setAttribute('data-new-kind', '')
}

/** What `markNewKinds` marks. */
export const newKinds = '[data-new-kind]'

/**
 * Marks one text of each kind that is not known: of texts that have the same colours, grounds and size in every look.
 * @param putOn puts a look on the page
 * @returns the new kinds
 */
export async function markNewKinds<T>(
  page: Page,
  {
    looks,
    putOn,
    known,
  }: { looks: readonly T[]; putOn: (look: T) => Promise<void>; known: ReadonlySet<string> },
): Promise<string[]> {
  let kinds: string[] = []
  for (const look of looks) {
    await putOn(look)
    const colors = await page.evaluate(textColors)
    kinds = colors.map((color, index) => (color === '' ? '' : `${kinds[index] ?? ''}${color}\n`))
  }
  const firstOf = new Map<string, number>()
  for (const [index, kind] of kinds.entries())
    if (kind !== '' && !known.has(kind) && !firstOf.has(kind)) firstOf.set(kind, index)
  await page.evaluate(mark, [...firstOf.values()])
  return [...firstOf.keys()]
}
