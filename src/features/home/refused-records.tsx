import { useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import refused from '#src/i18n/zh-CN/refused.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useChange } from '#src/parts/use-change.ts'
import { useRetryUploads } from '#src/queries/sync/upload-status.ts'
import { refusalDisplay, useRefusalActions } from '#src/queries/sync/refusals.ts'
import { useRefusedCalls, type WaitingCall } from '#src/queries/sync/waiting-calls.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { refusedCallView } from './refused-call.ts'
import styles from './refused-records.module.css'

addMessages('refused', refused)

/** What the server declined and why, with the ways to mend it or to give it up. @param total answers included */
export function RefusedRecords({ total }: { total: number }): ReactElement | null {
  const { t } = useTranslation('refused')
  const layer = useAddressLayer('refused')
  const calls = useRefusedCalls() ?? []
  const answers = total - calls.length
  return (
    <Sheet
      open={layer.value !== null && total > 0}
      onClose={layer.close}
      title={t('title')}
      closeLabel={t('close')}
    >
      <p className={styles.quiet}>{t('intro')}</p>
      <ul className={styles.list} aria-label={t('title')}>
        {calls.map((call) => (
          <RefusedCall key={call.coalesceKey} call={call} />
        ))}
        {answers > 0 && <RefusedAnswers count={answers} />}
      </ul>
    </Sheet>
  )
}

const RefusedCall = ({ call }: { call: WaitingCall }) => {
  const { t } = useTranslation('refused')
  const { retry, drop } = useRefusalActions()
  const change = useChange()
  const [isBusy, setBusy] = useState(false)
  const { title, editPath } = refusedCallView(call, t)
  const tryAgain = async (): Promise<void> => {
    setBusy(true)
    await change(() => retry(call), { done: t('retried') })
    setBusy(false)
  }
  return (
    <li className={styles.item}>
      <p>{title}</p>
      <p className={styles.quiet}>{refusalDisplay(call)?.message ?? t('unsaid')}</p>
      <div className={styles.actions}>
        {editPath !== undefined && (
          <ButtonLink kind="secondary" small render={(parts) => <Link to={editPath} replace {...parts} />}>
            {t('edit')}
          </ButtonLink>
        )}
        <Button kind="secondary" small busy={isBusy} onClick={() => void tryAgain()}>
          {t('retry')}
        </Button>
        <Button kind="plain" small onClick={() => void drop(call)}>
          {t('drop')}
        </Button>
      </div>
    </li>
  )
}

const RefusedAnswers = ({ count }: { count: number }) => {
  const { t } = useTranslation('refused')
  const retry = useRetryUploads()
  const [isBusy, setBusy] = useState(false)
  const tryAgain = async (): Promise<void> => {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  return (
    <li className={styles.item}>
      <p>{t('answers', { count })}</p>
      <p className={styles.quiet}>{t('answersReason')}</p>
      <div className={styles.actions}>
        <Button kind="secondary" small busy={isBusy} onClick={() => void tryAgain()}>
          {t('retry')}
        </Button>
      </div>
    </li>
  )
}
