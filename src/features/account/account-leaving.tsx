import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AccountSecurity } from '#contract/security.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { patterns } from '#src/lib/paths.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useAskDeletion } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/fields/checkbox.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { ProofGate } from './proof/proof-gate.tsx'
import { useOnlineAction } from './use-online-action.ts'
import styles from './security.module.css'

/** Asking for the account's deletion, which takes effect after the cooling-off; a banner above takes it back. */
export function AccountLeaving({ security }: { security: AccountSecurity }) {
  const { t } = useTranslation('security')
  const sheet = useAddressLayer('leave')
  const whenOnline = useOnlineAction()
  const { deletion } = security
  return (
    <Section title={t('leaving.section')}>
      <Surface kind="rows">
        {deletion === null ? (
          <ListRow
            leading={<MoreIcon name="trash" size={20} />}
            title={t('leaving.entry')}
            note={t('leaving.note')}
            onPress={() => whenOnline(() => sheet.open())}
          />
        ) : (
          <ListRow
            leading={<MoreIcon name="trash" size={20} />}
            title={t('leaving.entry')}
            note={t('leaving.under', { at: formatInstant(deletion.effectiveAt) })}
          />
        )}
      </Surface>
      <Sheet
        open={sheet.value !== null && deletion === null}
        onClose={sheet.close}
        title={t('leaving.title')}
        closeLabel={t('close')}
      >
        <ProofGate security={security}>
          <Leaving onDone={sheet.close} />
        </ProofGate>
      </Sheet>
    </Section>
  )
}

const Leaving = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('security')
  const [agreed, setAgreed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const ask = useAskDeletion()
  const submit = (): void => {
    setMissing(!agreed)
    if (!agreed) return
    ask.mutate(undefined, {
      onSuccess: () => {
        showToast('success', t('leaving.done'))
        onDone()
      },
    })
  }
  return (
    <div className={styles.stack}>
      <ul className={styles.points}>
        {t('leaving.points', { returnObjects: true }).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Link to={patterns.settings} className={styles.link}>
        {t('leaving.export')}
      </Link>
      <Checkbox
        checked={agreed}
        onChange={(next) => {
          setAgreed(next)
          setMissing(false)
        }}
        aria-describedby={isMissing ? 'leaving-agree-first' : undefined}
      >
        {t('leaving.agree')}
      </Checkbox>
      {isMissing && (
        <p role="alert" id="leaving-agree-first" className={styles.problem}>
          {t('leaving.agreeFirst')}
        </p>
      )}
      <FailureNote error={ask.error} />
      <Button kind="danger" wide busy={ask.isPending} onClick={submit}>
        {t('leaving.submit')}
      </Button>
    </div>
  )
}
