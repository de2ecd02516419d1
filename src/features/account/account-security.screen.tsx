import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import security from '#src/i18n/zh-CN/security.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { securityQuery } from '#src/queries/security.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import { AccountLeaving } from './account-leaving.tsx'
import { DeletionNotice } from './account-notices.tsx'
import { AgeRows } from './age-rows.tsx'
import { DeviceList } from './device-list.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import styles from './security.module.css'

addMessages('security', security)

/** /settings/account-security */
export const AccountSecurityScreen = () => {
  const { t } = useTranslation('security')
  const { t: shell } = useTranslation()
  const { api } = useRuntime()
  const { data, error, isFetching, refetch } = useQuery(securityQuery(api))
  const online = useIsOnline() && !isOffline(error)
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.settings)} />
      {data !== undefined && (
        <>
          <div className={styles.banners}>
            {!online && <OfflineNotice>{t('offline')}</OfflineNotice>}
            <DeletionNotice />
          </div>
          <SignInWays security={data} />
          <AgeRows security={data} />
          <DeviceList />
          <AccountLeaving security={data} />
        </>
      )}
      {data === undefined && error === null && (
        <Loading label={shell('loading')}>
          <RowBones count={6} />
        </Loading>
      )}
      {data === undefined && error !== null && (
        <ErrorState
          title={t('failed')}
          reason={messageOf(error)}
          retryLabel={shell('action.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </>
  )
}
