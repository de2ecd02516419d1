import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#contract/study-day.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useProfile } from '#src/queries/account.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useKnownPackCount } from '#src/queries/pack-count.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Loading, PlanBone } from '#src/ui/skeleton.tsx'
import { carriedPlan } from './carried-plan.ts'
import { HomeHead } from './home-head.tsx'
import { PlanCard } from './plan-card.tsx'
import { UploadLine } from './upload-line.tsx'
import { useNow } from './use-now.ts'

/**
 * The first screen of every start: its head and today's card come from the stored first frame and wait
 * for nothing.
 * @param props.children the student's packs, which may arrive later
 */
export const HomeScreen = ({ children }: { children: ReactNode }) => {
  const now = useNow()
  const profile = useProfile()
  return (
    <>
      <HomeHead profile={profile.data} now={now} />
      <Today now={now} />
      <UploadLine isUnreachable={profile.isError && isOffline(profile.error)} />
      {children}
    </>
  )
}

const Today = ({ now }: { now: Date }) => {
  const { t } = useTranslation('home')
  const study = useAddressLayer('study')
  const profile = useProfile()
  const plan = useTodayPlan(study.value !== null)
  const packCount = useKnownPackCount()
  if (plan.data !== undefined) {
    const today = dayOf(now.getTime(), -now.getTimezoneOffset())
    return (
      <PlanCard
        plan={carriedPlan(plan.data, today)}
        packCount={packCount}
        onStart={() => study.open('today')}
      />
    )
  }
  const failed = profile.data === undefined ? profile : plan
  if (failed.isError) {
    return (
      <ErrorState
        title={t('plan.failedTitle')}
        reason={messageOf(failed.error)}
        retryLabel={t('plan.retry')}
        onRetry={() => void failed.refetch()}
        busy={failed.isFetching}
      />
    )
  }
  return (
    <Loading label={t('plan.loading')}>
      <PlanBone />
    </Loading>
  )
}
