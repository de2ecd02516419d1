import { readPreference, writePreference } from './preferences.ts'

/**
 * When to speak of the home screen: after real use, which is a finished sitting or the third day of
 * visits, and not again for a month after a no. Kept on the device; it says nothing of who used it.
 */

const storageKey = 'zhika_install'
const visitDaysBefore = 3
const quietMs = 30 * 86_400_000

export type InstallMemory = {
  /** At most as many days as count, `2026-03-18`. */
  days: readonly string[]
  hasStudied: boolean
  dismissedAt: number | null
}

const nothing: InstallMemory = { days: [], hasStudied: false, dismissedAt: null }

/** What is not of this shape is no memory. */
export const parseInstallMemory = (text: string | null): InstallMemory => {
  try {
    const { days, hasStudied, dismissedAt } = JSON.parse(text ?? '') as Partial<InstallMemory>
    return {
      days: Array.isArray(days) ? days.filter((day) => typeof day === 'string') : [],
      hasStudied: hasStudied === true,
      dismissedAt: typeof dismissedAt === 'number' ? dismissedAt : null,
    }
  } catch {
    return nothing
  }
}

/** Somebody said no, not long ago. */
export const isQuiet = ({ dismissedAt }: InstallMemory, now: number): boolean =>
  dismissedAt !== null && now - dismissedAt <= quietMs

export const isWorthOffering = (memory: InstallMemory, now: number): boolean =>
  (memory.hasStudied || memory.days.length >= visitDaysBefore) && !isQuiet(memory, now)

export const withVisit = (memory: InstallMemory, day: string): InstallMemory =>
  memory.days.includes(day) || memory.days.length >= visitDaysBefore
    ? memory
    : { ...memory, days: [...memory.days, day] }

let memory: InstallMemory | undefined
const listeners = new Set<() => void>()

export const installMemory = (): InstallMemory => (memory ??= parseInstallMemory(readPreference(storageKey)))

const keep = (next: InstallMemory): void => {
  if (next === installMemory()) return
  memory = next
  writePreference(storageKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** @param day in the student's own time, `2026-03-18` */
export const noteVisit = (day: string): void => keep(withVisit(installMemory(), day))

/** A sitting has come to its end. */
export const noteSitting = (): void => {
  const now = installMemory()
  if (!now.hasStudied) keep({ ...now, hasStudied: true })
}

export const noteDismissal = (now: number): void => keep({ ...installMemory(), dismissedAt: now })

export const subscribeToInstallMemory = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
