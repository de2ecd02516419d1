import { failureDisplay } from '#src/queries/failure.ts'
import { ProblemLine } from '#src/ui/fields/problem-line.tsx'

type FailureNoteProps = {
  /** Null or undefined: nothing has failed. */
  error: unknown
  /** Instead of the catalogue's words, on a device without a network. */
  offline?: string | undefined
  /** For a failure that is not one call's. */
  other?: string | undefined
}

/** A failure inside a form or a dialog, as its show_type asks for. */
export function FailureNote({ error, offline, other }: FailureNoteProps) {
  const display = error == null ? null : failureDisplay(error, offline, other)
  return display && <ProblemLine tone={display.tone}>{display.message}</ProblemLine>
}
