import { useTranslation } from 'react-i18next'
import { refusalDisplay, useRefusalActions } from '#src/queries/sync/refusals.ts'
import type { WaitingCall } from '#src/queries/sync/waiting-calls.ts'
import { Button } from '#src/ui/button.tsx'
import { ProblemLine } from '#src/ui/fields/problem-line.tsx'

type RefusedChangeProps = {
  /** Undefined: nothing was declined. */
  call: WaitingCall | undefined
  /** What was written is given up. */
  onDrop: () => void
}

/** On a form that holds what the server declined: why, and the way to give it up. */
export function RefusedChange({ call, onDrop }: RefusedChangeProps) {
  const { t } = useTranslation()
  const { drop } = useRefusalActions()
  if (call === undefined) return null
  const display = refusalDisplay(call)
  return (
    <div>
      {display && (
        <ProblemLine tone={display.tone}>{t('change.refused', { reason: display.message })}</ProblemLine>
      )}
      <Button kind="plain" small onClick={() => void drop(call).then(onDrop)}>
        {t('change.drop')}
      </Button>
    </div>
  )
}
