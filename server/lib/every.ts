/** Calls `work` again and again, without keeping the process alive for it; returns what ends that. */
export type Every = (milliseconds: number, work: () => void) => () => void

export const every: Every = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
