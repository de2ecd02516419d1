import { availableParallelism } from 'node:os'

/** The budgets of the classroom are those of a server with two processors of its own. */
const serverProcessors = 2

const listed = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => from + at).join(',')

export type SharedOut = {
  /** For `taskset`: `0,1`. Never any of the tablets', so that they do not slow down what they measure. */
  server: string
  tablets: string
  /** Whether the server has as many as the budgets ask for. */
  isEnough: boolean
}

/** Shares out the processors of a machine between server and tablets; a machine with two gives each of them one. */
export function shareOutProcessors(processors = availableParallelism()): SharedOut {
  const server = Math.min(serverProcessors, Math.max(1, Math.floor(processors / 2)))
  return {
    server: listed(0, server),
    tablets: processors > server ? listed(server, processors) : listed(0, server),
    isEnough: processors >= 2 * serverProcessors,
  }
}
