import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { AgeBand } from '#contract/account.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import security from '#src/i18n/zh-CN/security.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useProfile } from '#src/queries/account.ts'
import { useGiveConsent, useSetAgeBand } from '#src/queries/guardian.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { ChoiceRows } from '#src/ui/fields/choice-rows.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { Loading, TextSkeleton } from '#src/ui/skeleton.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { PhoneProofForm } from './proof/phone-proof-form.tsx'
import styles from './security.module.css'

addMessages('security', security)

const bands = ['under14', '14to17', 'adult'] as const satisfies readonly AgeBand[]

/** The age band and the guardian's consent: over any screen, because the server may ask for them on any. */
export function AccountLayers() {
  const { t } = useTranslation('security')
  const age = useAddressLayer('age')
  const guardian = useAddressLayer('guardian')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  /** In the place of the age, so that one step back leaves both. */
  const goOnWithGuardian = (): void => {
    const next = new URLSearchParams(params)
    next.delete('age')
    next.set('guardian', '1')
    void navigate({ search: next.toString() }, { replace: true, state: guardian.state })
  }
  return (
    <>
      <Sheet open={age.value !== null} onClose={age.close} title={t('age.title')} closeLabel={t('close')}>
        <AgeChoice onDone={(band) => (band === 'under14' ? goOnWithGuardian() : age.close())} />
      </Sheet>
      <Sheet
        open={guardian.value !== null && age.value === null}
        onClose={guardian.close}
        title={t('guardian.title')}
        closeLabel={t('close')}
      >
        <Guardian onDone={guardian.close} />
      </Sheet>
    </>
  )
}

const AgeChoice = ({ onDone }: { onDone: (band: AgeBand) => void }) => {
  const { t } = useTranslation('security')
  const known = useProfile().data?.ageBand ?? null
  const [chosen, setChosen] = useState<AgeBand | null>(null)
  const online = useIsOnline()
  const set = useSetAgeBand()
  const save = (): void => {
    if (chosen === null) return
    set.mutate(chosen, {
      onSuccess: () => {
        showToast('success', t('age.saved'))
        onDone(chosen)
      },
    })
  }
  return (
    <div className={styles.stack}>
      {!online && <OfflineNotice>{t('needsNetwork')}</OfflineNotice>}
      <p className={styles.quiet}>{t('age.explain')}</p>
      <ChoiceRows
        label={t('age.title')}
        options={bands.map((id) => ({ id, label: t(`age.${id}`) }))}
        value={known ?? chosen}
        onChange={setChosen}
        disabled={known !== null}
      />
      <FailureNote error={set.error} />
      {known === null && (
        <Button wide disabled={chosen === null} busy={set.isPending} onClick={save}>
          {t('age.save')}
        </Button>
      )}
    </div>
  )
}

const Guardian = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('security')
  const { t: shell } = useTranslation()
  const { data: profile } = useProfile()
  const online = useIsOnline()
  const consent = useGiveConsent()
  if (profile === undefined) {
    return (
      <Loading label={shell('loading')}>
        <TextSkeleton lines={5} />
      </Loading>
    )
  }
  if (profile.guardianConsent !== 'needed') {
    const isGiven = profile.guardianConsent === 'given'
    return <p className={styles.quiet}>{t(isGiven ? 'guardian.already' : 'guardian.notNeeded')}</p>
  }
  return (
    <div className={styles.stack}>
      {!online && <OfflineNotice>{t('guardian.offline')}</OfflineNotice>}
      <p>{t('guardian.intro')}</p>
      <ul className={styles.points}>
        {t('guardian.why', { returnObjects: true }).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <PhoneProofForm
        purpose="guardian"
        phoneLabel={t('guardian.phone')}
        submitLabel={t('guardian.submit')}
        consent={{
          text: (
            <>
              {t('guardian.agree')} <Link to={patterns.privacy}>{t('guardian.privacy')}</Link>{' '}
              {t('guardian.agreeTo')}
            </>
          ),
          missing: t('guardian.agreeFirst'),
        }}
        use={consent}
        onDone={() => {
          showToast('success', t('guardian.done'))
          onDone()
        }}
      />
    </div>
  )
}
