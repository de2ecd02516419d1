import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import security from '#src/i18n/zh-CN/security.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { useProfile } from '#src/queries/account.ts'
import { useTakeBackDeletion } from '#src/queries/security.ts'
import { tellFailure } from '#src/queries/tell-failure.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { useOnlineAction } from './use-online-action.ts'
import styles from './security.module.css'

addMessages('security', security)

/** The account will be deleted, with the way to take that back; nothing when it will not. */
export const DeletionNotice = () => {
  const { t, i18n } = useTranslation('security')
  const deletionAt = useProfile().data?.deletionAt ?? null
  const takeBack = useTakeBackDeletion()
  const whenOnline = useOnlineAction()
  if (deletionAt === null) return null
  const stay = (): void => {
    if (takeBack.isPending) return
    takeBack.mutate(undefined, {
      onSuccess: () => showToast('success', t('leaving.takenBack')),
      onError: (error) => tellFailure(error, showToast),
    })
  }
  return (
    <Banner
      tone="warn"
      icon={<Icon name="warning" size={20} />}
      action={{ label: t('leaving.takeBack'), onPress: () => whenOnline(stay) }}
    >
      {t('leaving.banner', { at: formatInstant(deletionAt, i18n.language) })}
    </Banner>
  )
}

/** What the account still waits for: its deletion, a guardian, an age band. */
export const AccountNotices = () => {
  const { t } = useTranslation('security')
  const { data: profile } = useProfile()
  const guardian = useAddressLayer('guardian')
  const age = useAddressLayer('age')
  if (profile === undefined) return null
  const { deletionAt, guardianConsent, ageBand } = profile
  if (deletionAt === null && guardianConsent !== 'needed' && ageBand !== null) return null
  return (
    <div className={styles.banners}>
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
