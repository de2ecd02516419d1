/** Toasts outside React, so that a failed request can show one too. */

export type ToastKind = 'success' | 'error' | 'failed' | 'warn' | 'info'
export type Toast = { id: number; kind: ToastKind; message: string; durationMs?: number }

const most = 3
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const publish = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for a moment. The same message of the same kind is not shown twice at once.
 * @param durationMs how long it stays; without it, as the Toaster says
 */
export function showToast(kind: ToastKind, message: string, durationMs?: number): void {
  const others = toasts.filter((toast) => toast.kind !== kind || toast.message !== message)
  lastId += 1
  publish(
    [...others, { id: lastId, kind, message, ...(durationMs === undefined ? {} : { durationMs }) }].slice(
      -most,
    ),
  )
}

export function removeToast(id: number): void {
  return publish(toasts.filter((toast) => toast.id !== id))
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
