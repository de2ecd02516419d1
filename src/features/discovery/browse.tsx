import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Discovery } from '#contract/discovery.ts'
import { categoriesQuery, discoveryQuery } from '#src/queries/discovery.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRemembered } from '#src/queries/remembered.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { TabPanel } from '#src/ui/tabs.tsx'
import { allGrades, chosenGrade, stageOfChoice } from './chosen-grade.ts'
import { GradePicker, gradePanelName } from './grade-picker.tsx'
import { PointList } from './point-list.tsx'
import { ShelfBones } from './shelf-bones.tsx'
import { FeaturedShelf, WeeklyShelf } from './shelves.tsx'

/** The shelves of the grade that the address, or the last visit, has chosen. */
export const Browse = () => {
  const { api } = useRuntime()
  const [params, setParams] = useSearchParams()
  const [remembered, remember] = useRemembered('grade', allGrades)
  const chosen = chosenGrade(params.get('gradeId'), remembered)
  const tree = useQuery(categoriesQuery(api)).data

  const choose = (gradeId: string) => {
    remember(gradeId)
    const next = new URLSearchParams(params)
    next.set('gradeId', gradeId)
    setParams(next, { replace: true })
  }

  return (
    <>
      <GradePicker tree={tree} chosen={chosen} onChoose={choose} />
      <TabPanel name={gradePanelName} selected={stageOfChoice(chosen, tree?.grades ?? []) ?? allGrades}>
        <Shelves gradeId={chosen === allGrades ? undefined : chosen} onWiden={() => choose(allGrades)} />
      </TabPanel>
    </>
  )
}

const isEmpty = (discovery: Discovery): boolean =>
  discovery.featured.length + discovery.weekly.length + discovery.knowledgePoints.length === 0

type ShelvesProps = { gradeId: string | undefined; onWiden: () => void }

const Shelves = ({ gradeId, onWiden }: ShelvesProps) => {
  const { t } = useTranslation('discovery')
  const { api } = useRuntime()
  const { data, error, isError, isFetching, refetch } = useQuery(discoveryQuery(api, gradeId))
  const shelves = data?.reply
  const online = useIsOnline()
  const isUnreachable = !online || data?.isStored || (isError && isOffline(error))

  if (shelves === undefined && isError) {
    return (
      <ErrorState
        title={t('failedTitle')}
        reason={isUnreachable ? t('offlineNothing') : messageOf(error)}
        retryLabel={t('retry')}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  }
  if (shelves === undefined) return <ShelfBones />
  if (isEmpty(shelves)) {
    return (
      <EmptyState
        icon="books"
        title={t('emptyTitle')}
        reason={t('emptyReason')}
        action={
          <Button kind="secondary" onClick={onWiden}>
            {t('emptyAction')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {isUnreachable && <OfflineNotice>{t('offlineShelves')}</OfflineNotice>}
      <FeaturedShelf packs={shelves.featured} />
      <WeeklyShelf packs={shelves.weekly} />
      <PointList shelves={shelves.knowledgePoints} />
    </>
  )
}
