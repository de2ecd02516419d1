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
export function parseInstallMemory(text: string | null): InstallMemory {
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
export function isQuiet({ dismissedAt }: InstallMemory, now: number): boolean {
  return dismissedAt !== null && now - dismissedAt <= quietMs
}

export function isWorthOffering(memory: InstallMemory, now: number): boolean {
  return (memory.hasStudied || memory.days.length >= visitDaysBefore) && !isQuiet(memory, now)
}

export function withVisit(memory: InstallMemory, day: string): InstallMemory {
  return memory.days.includes(day) || memory.days.length >= visitDaysBefore
    ? memory
    : { ...memory, days: [...memory.days, day] }
}

let memory: InstallMemory | undefined
const listeners = new Set<() => void>()

export function installMemory(): InstallMemory {
  return (memory ??= parseInstallMemory(readPreference(storageKey)))
}

const keep = (next: InstallMemory): void => {
  if (next === installMemory()) return
  memory = next
  writePreference(storageKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** @param day in the student's own time, `2026-03-18` */
export function noteVisit(day: string): void {
  return keep(withVisit(installMemory(), day))
}

/** A sitting has come to its end. */
export function noteSitting(): void {
  const now = installMemory()
  if (!now.hasStudied) keep({ ...now, hasStudied: true })
}

export function noteDismissal(now: number): void {
  return keep({ ...installMemory(), dismissedAt: now })
}

export function subscribeToInstallMemory(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
