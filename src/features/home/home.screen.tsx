import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { dayOf } from '#contract/study-day.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useProfile } from '#src/queries/account.ts'
import { messageOf } from '#src/queries/failure.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Loading, PlanBone } from '#src/ui/skeleton.tsx'
import { carriedPlan } from './carried-plan.ts'
import { Favorites } from './favorites.tsx'
import { HomeHead } from './home-head.tsx'
import { MyPacks } from './my-packs.tsx'
import { readFilters } from './pack-filters.ts'
import { PlanCard } from './plan-card.tsx'
import { UploadLine } from './upload-line.tsx'
import { useMyPacks } from './use-my-packs.ts'
import { useNow } from './use-now.ts'

/**
 * The first screen of every start: its head and today's card come from the stored first frame and wait
 * for nothing; all below arrives when it is read.
 */
export const HomeScreen = () => {
  const [params] = useSearchParams()
  const study = useAddressLayer('study')
  const filters = readFilters(params)
  const now = useNow()
  const profile = useProfile()
  const isCovered = study.value !== null
  const list = useMyPacks(filters, isCovered)

  return (
    <>
      <HomeHead profile={profile.data} now={now} />
      <Today now={now} packCount={list.total} isCovered={isCovered} onStart={() => study.open('today')} />
      <UploadLine packs={list.downloaded} isUnreachable={list.isOffline} />
      <MyPacks filters={filters} list={list} />
      <Favorites />
    </>
  )
}

type TodayProps = { now: Date; packCount: number | undefined; isCovered: boolean; onStart: () => void }

const Today = ({ now, packCount, isCovered, onStart }: TodayProps) => {
  const { t } = useTranslation('home')
  const profile = useProfile()
  const plan = useTodayPlan(isCovered)
  if (plan.data !== undefined) {
    const today = dayOf(now.getTime(), -now.getTimezoneOffset())
    return <PlanCard plan={carriedPlan(plan.data, today)} packCount={packCount} onStart={onStart} />
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
