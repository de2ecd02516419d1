/** A new version that is here and waits for a moment at which it interrupts nobody. */

type LetIn = () => void

let letIn: LetIn | undefined
const listeners = new Set<() => void>()

/** @param next takes the new version in at once; undefined: there is none, or the student said later */
export const offerUpdate = (next: LetIn | undefined): void => {
  letIn = next
  for (const listener of listeners) listener()
}

export const waitingUpdate = (): LetIn | undefined => letIn
export const subscribeToUpdate = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
