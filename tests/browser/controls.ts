import type { Page, Request } from '@playwright/test'

/** Everything on a page that asks to be tapped, and whether a tap does anything. */

export type Control = {
  /** Its place among the controls of its page, as listed. */
  index: number
  /** Role and accessible name, exact enough for a person to find it. */
  label: string
  kind: 'press' | 'text' | 'select' | 'file'
  /** It is what is chosen already: a tap on it may well change nothing. */
  isChosen: boolean
}

type Marked = { tourControls?: Element[]; tourChanges?: number }

/** Runs in the page. Lists what can be seen and tapped, of long lists of alike rows the first three. */
const list = (): Control[] => {
  const alikeAtMost = 3
  const selector =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option]'
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const alike = new Map<Element | null, number>()
  const isTapped = (element: Element): boolean => {
    const control = element as HTMLButtonElement
    if (control.disabled || element.closest('[inert], [aria-disabled=true]') !== null) return false
    // A radio or a checkbox is drawn by its label.
    const box = (
      element.matches('input') ? (control.labels?.[0] ?? element) : element
    ).getBoundingClientRect()
    // What only a screen reader finds is one pixel large.
    if (
      box.width <= 1 ||
      box.height <= 1 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      return false
    const rows = element.closest('ul, ol, [role=list], [role=radiogroup]')
    const isRow = rows !== null && rows.children.length > alikeAtMost && !element.closest('nav, dialog')
    const count = (alike.get(rows) ?? 0) + 1
    if (isRow) alike.set(rows, count)
    return !isRow || count <= alikeAtMost * 2
  }
  const found = [...scope.querySelectorAll(selector)].filter(isTapped)
  ;(globalThis as Marked).tourControls = found
  return found.map((element, index) => {
    const input = element as HTMLInputElement
    const name =
      element.getAttribute('aria-label') ?? input.labels?.[0]?.textContent ?? element.textContent ?? ''
    const type = element.matches('input') ? input.type : element.tagName.toLowerCase()
    const texts = ['text', 'tel', 'search', 'number', 'time', 'date', 'textarea', 'password', 'email']
    const kind = texts.includes(type) ? 'text' : type === 'select' || type === 'file' ? type : 'press'
    const isChosen =
      element.matches(
        '[aria-current=page], [aria-selected=true], [aria-pressed=true], [aria-checked=true]',
      ) ||
      (type === 'radio' && input.checked)
    return { index, label: `${type} ${name.trim().replace(/\s+/g, ' ').slice(0, 30)}`, kind, isChosen }
  })
}

/** Also puts the watch on: from here on every change of the document is counted. */
export async function listControls(page: Page): Promise<Control[]> {
  const controls = await page.evaluate(list)
  await page.evaluate(() => {
    const marked = globalThis as Marked
    if (marked.tourChanges !== undefined) return
    marked.tourChanges = 0
    const count = (): void => {
      marked.tourChanges = (marked.tourChanges ?? 0) + 1
    }
    new MutationObserver(count).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    for (const event of ['toggle', 'input', 'change', 'scroll']) document.addEventListener(event, count, true)
  })
  return controls
}

/** Resolves when the document has not changed for a tenth of a second: what comes now comes of the tap. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const marked = globalThis as Marked
    for (let round = 0; round < 20; round += 1) {
      const before = marked.tourChanges
      await new Promise((later) => setTimeout(later, 100))
      if (marked.tourChanges === before) return
    }
  })

const changesOf = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (globalThis as Marked).tourChanges).catch(() => undefined)

/**
 * Taps a control as a thumb does.
 * @returns what came of it; `nothing` for a dead control, `covered` when something else takes the tap, `gone` when it
 *   is not there any more
 */
export async function tap(
  page: Page,
  control: Control,
): Promise<'something' | 'nothing' | 'covered' | 'gone'> {
  const handle = await page.evaluateHandle((index) => {
    const element = (globalThis as Marked).tourControls?.[index]
    if (!element?.isConnected || !element.checkVisibility()) return null
    const isDrawn = element.matches('input[type=radio], input[type=checkbox], input[type=file]')
    return isDrawn ? ((element as HTMLInputElement).labels?.[0] ?? element) : element
  }, control.index)
  const element = handle.asElement()
  if (element === null) return 'gone'
  await untilStill(page)
  const before = { url: page.url(), changes: await changesOf(page) }
  let outside = 0
  const note = (): void => {
    outside += 1
  }
  const noteRequest = (request: Request): void => {
    if (request.isNavigationRequest() || request.method() !== 'GET') note()
  }
  page
    .on('request', noteRequest)
    .on('filechooser', note)
    .on('download', note)
    .on('dialog', note)
    .on('popup', note)
  try {
    if (control.kind === 'text') await element.focus()
    else if (control.kind === 'select') await element.selectOption({ index: 1 }).catch(note)
    else {
      const isTapped = await element.click({ timeout: 3_000 }).then(
        () => true,
        () => false,
      )
      if (!isTapped) return (await element.isVisible()) ? 'covered' : 'gone'
    }
    if (control.kind === 'text') {
      const isFocused = await element.evaluate((field) => document.activeElement === field)
      return isFocused ? 'something' : 'nothing'
    }
    const deadline = Date.now() + 2_000
    while (Date.now() < deadline) {
      if (outside > 0 || page.url() !== before.url || (await changesOf(page)) !== before.changes)
        return 'something'
      await new Promise((later) => setTimeout(later, 20))
    }
    return 'nothing'
  } finally {
    page
      .off('request', noteRequest)
      .off('filechooser', note)
      .off('download', note)
      .off('dialog', note)
      .off('popup', note)
  }
}
