import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Discovery } from '#contract/discovery.ts'
import { Asked } from '#src/parts/asked.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { categoriesQuery, discoveryQuery } from '#src/queries/discovery.ts'
import { useRemembered } from '#src/queries/remembered.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TabPanel } from '#src/ui/bars/tabs.tsx'
import { allGrades, chosenGrade, stageOfChoice } from './chosen-grade.ts'
import { GradePicker, gradePanelName } from './grade-picker.tsx'
import { PointList } from './point-list.tsx'
import { ShelvesSkeleton } from './shelves-skeleton.tsx'
import { FeaturedShelf, WeeklyShelf } from './shelves.tsx'

/** The shelves of the grade that the address, or the last visit, has chosen. */
export function Browse() {
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
  const query = useQuery(discoveryQuery(api, gradeId))
  return (
    <Asked
      query={query}
      skeleton={<ShelvesSkeleton />}
      loadingLabel={t('loading')}
      failed={t('failedTitle')}
      offline={t('offlineNothing')}
    >
      {({ reply: shelves, isStored }) =>
        isEmpty(shelves) ? (
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
        ) : (
          <>
            <StaleNotice error={query.error} isStored={isStored} offline={t('offlineShelves')} />
            <FeaturedShelf packs={shelves.featured} />
            <WeeklyShelf packs={shelves.weekly} studied={shelves.weeklyStudied} />
            <PointList shelves={shelves.knowledgePoints} />
          </>
        )
      }
    </Asked>
  )
}
