import { useTranslation } from 'react-i18next'
import type { ProofWait } from '#contract/security.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { useBeginWait, useCancelWait } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import styles from '../security.module.css'
import { FailureNote } from '#src/parts/failure-note.tsx'

type ProofWaitingProps = {
  wait: ProofWait | null
  phoneMasked: string | null
  /** Absent: this device waits already. */
  onBack: (() => void) | undefined
}

/** The day's wait in the place of a proof: asking for it, and what has become of it. */
export function ProofWaiting({ wait, phoneMasked, onBack }: ProofWaitingProps) {
  const { t } = useTranslation('security')
  const begin = useBeginWait()
  const cancel = useCancelWait()
  if (wait?.current) {
    return (
      <>
        <p role="status">{t('wait.waiting', { at: formatInstant(wait.readyAt) })}</p>
        <p className={styles.quiet}>{t('wait.until', { at: formatInstant(wait.endsAt) })}</p>
        <FailureNote error={cancel.error} />
        <Button kind="secondary" wide busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('wait.cancel')}
        </Button>
      </>
    )
  }
  return (
    <>
      <ul className={styles.points}>
        {phoneMasked !== null && <li>{t('wait.told', { phone: phoneMasked })}</li>}
        {t('wait.points', { returnObjects: true }).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <FailureNote error={begin.error} />
      <Button wide busy={begin.isPending} onClick={() => begin.mutate()}>
        {t('wait.begin')}
      </Button>
      {onBack && (
        <Button kind="plain" onClick={onBack}>
          {t('wait.back')}
        </Button>
      )}
    </>
  )
}
