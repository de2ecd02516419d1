import { debugParameter } from '#contract/constants.ts'

/** Opens the debug console when the address has `?debug=1`; without it, none of it is loaded. */
export async function openDebugConsoleIfAsked(search: string): Promise<void> {
  if (new URLSearchParams(search).get(debugParameter) !== '1') return
  try {
    const { default: eruda } = await import('eruda')
    eruda.init()
  } catch (error) {
    // It is not in the precache: without a network there is no console, and the app goes on.
    console.warn('debug console not loaded', error)
  }
}
