import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import security from '#src/i18n/zh-CN/security.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { useProfile } from '#src/queries/account.ts'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useCancelWait, useTakeBackDeletion } from '#src/queries/security.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { useOnlineAction } from './use-online-action.ts'
import styles from './security.module.css'

addMessages('security', security)

/** The account will be deleted, with the way to take that back; nothing when it will not. */
export function DeletionNotice() {
  const { t } = useTranslation('security')
  const deletionAt = useProfile().data?.deletionAt ?? null
  const takeBack = useTakeBackDeletion()
  const whenOnline = useOnlineAction()
  if (deletionAt === null) return null
  const stay = (): void => {
    if (takeBack.isPending) return
    takeBack.mutate(undefined, {
      onSuccess: () => showToast('success', t('leaving.takenBack')),
      onError: (error) => tellFailure(error),
    })
  }
  return (
    <Banner
      tone="warn"
      icon={<Icon name="warning" size={20} />}
      action={{ label: t('leaving.takeBack'), onPress: () => whenOnline(stay) }}
    >
      {t('leaving.banner', { at: formatInstant(deletionAt) })}
    </Banner>
  )
}

/** A device waits to change the account without a proof, with the way to end that; nothing when none does. */
export function ProofWaitNotice() {
  const { t } = useTranslation('security')
  const wait = useProfile().data?.proofWait ?? null
  const { clock } = useRuntime()
  const cancel = useCancelWait()
  const whenOnline = useOnlineAction()
  if (wait === null || Date.parse(wait.endsAt) <= clock()) return null
  const end = (): void => {
    if (cancel.isPending) return
    cancel.mutate(undefined, {
      onSuccess: () => showToast('success', t('wait.cancelled')),
      onError: (error) => tellFailure(error),
    })
  }
  return (
    <Banner
      tone="warn"
      icon={<Icon name="warning" size={20} />}
      action={{ label: t('wait.cancel'), onPress: () => whenOnline(end) }}
    >
      {t('wait.banner', {
        device: wait.deviceName || t('devices.unnamed'),
        at: formatInstant(wait.readyAt),
      })}
    </Banner>
  )
}

/** What the account still waits for: its deletion, a guardian, an age band. */
export function AccountNotices() {
  const { t } = useTranslation('security')
  const { data: profile } = useProfile()
  const guardian = useAddressLayer('guardian')
  const age = useAddressLayer('age')
  if (profile === undefined) return null
  const { deletionAt, guardianConsent, ageBand, proofWait = null } = profile
  if (proofWait === null && deletionAt === null && guardianConsent !== 'needed' && ageBand !== null)
    return null
  return (
    <div className={styles.banners}>
      <ProofWaitNotice />
      <DeletionNotice />
      {guardianConsent === 'needed' && (
        <Banner
          tone="info"
          icon={<MoreIcon name="shield" size={20} />}
          action={{ label: t('guardian.go'), onPress: () => guardian.open() }}
        >
          {t('notice.guardian')}
        </Banner>
      )}
      {ageBand === null && (
        <Banner
          icon={<MoreIcon name="calendar" size={20} />}
          action={{ label: t('age.set'), onPress: () => age.open() }}
        >
          {t('notice.age')}
        </Banner>
      )}
    </div>
  )
}
