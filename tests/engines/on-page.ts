import { expect } from '@playwright/test'
import { inPage, type Engine } from './engine.ts'

/** What a student sees and presses, the same in every engine. All of it waits until it is there. */

type Role = 'button' | 'link' | 'checkbox' | 'textbox' | 'text'
/** A thing on the page: its role and the beginning of its accessible name, or, of a text, a part of it. */
export type Thing = readonly [Role, string]

/** Long enough for the slowest of three engines on two busy processors. */
const timeout = 45_000

/** Runs in the page. @param text to type @returns whether the thing is there */
const act = (deed: 'see' | 'press' | 'type', role: Role, name: string, text = ''): boolean => {
  const selectors = {
    button: 'button',
    link: 'a[href]',
    checkbox: 'input[type=checkbox]',
    textbox: 'input:not([type=checkbox])',
    text: 'body *',
  }
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const nameOf = (element: Element): string => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
    return (element.getAttribute('aria-label') ?? labels[0] ?? element.textContent).trim()
  }
  const isIt = (element: Element): boolean =>
    role === 'text'
      ? element.children.length === 0 && element.textContent.includes(name)
      : nameOf(element).startsWith(name)
  const found = [...scope.querySelectorAll<HTMLInputElement>(selectors[role])].find(
    (element) => isIt(element) && !element.disabled && element.checkVisibility({ visibilityProperty: true }),
  )
  if (!found) return false
  if (deed === 'press') found.click()
  if (deed === 'type') {
    // Past React, which keeps the value that it knows.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(found, text)
    found.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return true
}

/** Runs in the page. */
const seen = (): string => `${location.href}\n${document.body.innerText}`

/** A page that is just being left answers nothing: it is asked again. */
const until = async (engine: Engine, what: string, done: () => Promise<boolean>): Promise<void> => {
  try {
    await expect.poll(() => done().catch(() => false), { timeout }).toBe(true)
  } catch {
    throw new Error(`${what}\n${await inPage(engine, seen).catch(String)}`)
  }
}

export function shows(engine: Engine, ...[role, name]: Thing): Promise<void> {
  return until(engine, `no ${role} ${name}`, () => inPage(engine, act, 'see', role, name))
}

export function press(engine: Engine, ...[role, name]: Thing): Promise<void> {
  return until(engine, `no ${role} ${name} to press`, () => inPage(engine, act, 'press', role, name))
}

export function type(engine: Engine, name: string, text: string): Promise<void> {
  return until(engine, `no field ${name}`, () => inPage(engine, act, 'type', 'textbox', name, text))
}

/** Waits until `work`, run in the page, says true. */
export function holds<Given extends unknown[]>(
  engine: Engine,
  what: string,
  work: (...given: Given) => boolean | Promise<boolean>,
  ...given: Given
): Promise<void> {
  return until(engine, what, () => inPage(engine, work, ...given))
}
