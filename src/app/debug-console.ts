import { debugParameter } from '#contract/constants.ts'

/** Opens the debug console when the address has `?debug=1`; nobody else loads a byte of it. */
export const openDebugConsoleIfAsked = async (search: string): Promise<void> => {
  if (new URLSearchParams(search).get(debugParameter) !== '1') return
  const { default: eruda } = await import('eruda')
  eruda.init()
}
