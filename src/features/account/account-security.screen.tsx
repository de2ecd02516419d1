import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import securityWords from '#src/i18n/zh-CN/security.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { useRuntime } from '#src/queries/runtime.ts'
import { securityQuery } from '#src/queries/security.ts'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { ActivityList } from './activity-list.tsx'
import { AccountLeaving } from './account-leaving.tsx'
import { DeletionNotice, ProofWaitNotice } from './account-notices.tsx'
import { AgeRows } from './age-rows.tsx'
import { DeviceList } from './device-list.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import styles from './security.module.css'

addMessages('security', securityWords)

/** /settings/account-security */
export function AccountSecurityScreen() {
  const { t } = useTranslation('security')
  const { t: shell } = useTranslation()
  const { api } = useRuntime()
  const query = useQuery(securityQuery(api))
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.settings)} />
      <Asked query={query} skeleton={<RowsSkeleton count={6} />} failed={t('failed')}>
        {(security) => (
          <>
            <div className={styles.banners}>
              <StaleNotice error={query.error} offline={t('offline')} />
              <ProofWaitNotice />
              <DeletionNotice />
            </div>
            <SignInWays security={security} />
            <AgeRows security={security} />
            <DeviceList />
            <ActivityList />
            <AccountLeaving security={security} />
          </>
        )}
      </Asked>
    </>
  )
}
