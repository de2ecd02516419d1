import { useState } from 'react'
import { useRemembered } from './remembered.ts'

/**
 * What is being written in a form, kept as a draft of this device until `forget`.
 * @param initial before anything was written
 * @param fits whether a kept draft belongs to what the form is about now
 * @returns the draft, a change of some of its fields, and its end
 */
export function useDraft<T extends object>(
  name: string,
  initial: T,
  fits: (kept: T) => boolean = () => true,
): [draft: T, change: (fields: Partial<T>) => void, forget: () => void] {
  const [kept, keep] = useRemembered<T | null>(name, null)
  // A field must have its text back in the same frame, or its caret jumps; what is remembered comes later.
  const [draft, setDraft] = useState<T>(kept !== null && fits(kept) ? kept : initial)
  const change = (fields: Partial<T>): void => {
    const next = { ...draft, ...fields }
    setDraft(next)
    keep(next)
  }
  return [draft, change, () => keep(null)]
}
