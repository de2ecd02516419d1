import { lazy, Suspense, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#contract/study-day.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { Asked } from '#src/parts/asked.tsx'
import { useProfile } from '#src/queries/account.ts'
import { isUnanswered } from '#src/queries/failure.ts'
import { useKnownPackCount } from '#src/queries/packs/pack-count.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { PlanSkeleton } from '#src/ui/skeleton.tsx'
import { carriedPlan } from './carried-plan.ts'
import { HomeHead } from './home-head.tsx'
import { PlanCard } from './plan-card.tsx'
import styles from './home.module.css'
import { Today } from './today.tsx'
import { useNow } from './use-now.ts'

/** What it says is read from the device's database, after the first frame. */
const UploadLine = lazy(() =>
  import('./upload-line.tsx').then(
    (module) => ({ default: module.UploadLine }),
    () => ({ default: (): ReactElement | null => null }),
  ),
)

/**
 * The first screen of every start: its head and today's card come from the stored first frame and wait
 * for nothing.
 * @param props.children the student's packs, which may arrive later
 */
export function HomeScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('home')
  const now = useNow()
  const study = useAddressLayer('study')
  const profile = useProfile()
  const plan = useTodayPlan(study.value !== null)
  const packCount = useKnownPackCount()
  const asked = profile.data === undefined ? profile : plan
  return (
    <>
      <Today saidAt={profile.data && plan.data && now}>
        <HomeHead profile={profile.data} now={now} />
        <Asked
          query={{ ...asked, data: plan.data }}
          skeleton={<PlanSkeleton />}
          loadingLabel={t('planLoading')}
          failed={t('planFailed')}
        >
          {(data) => (
            <PlanCard
              plan={carriedPlan(data, dayOf(now.getTime(), -now.getTimezoneOffset()))}
              packCount={packCount}
              onStart={() => study.open('today')}
            />
          )}
        </Asked>
      </Today>
      <Suspense fallback={<p className={styles.uploads} />}>
        <UploadLine isUnreachable={profile.isError && isUnanswered(profile.error)} />
      </Suspense>
      {children}
    </>
  )
}
