import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import { useRefreshLabels } from '#src/i18n/refresh-labels.ts'
import discovery from '#src/i18n/zh-CN/discovery.json'
import explore from '#src/i18n/zh-CN/explore.json'
import { moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { Pill, PillRow } from '#src/ui/pill.tsx'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'
import { Loading } from '#src/ui/skeleton.tsx'
import { TabPanel } from '#src/ui/tabs.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { withRounds } from './explore-feed.ts'
import { FaceCard } from './face-card.tsx'
import { allGrades, stageOfChoice } from './chosen-grade.ts'
import { GradePicker, gradePanelName } from './grade-picker.tsx'
import { useExplore } from './use-explore.ts'
import styles from './explore.module.css'

addMessages('discovery', discovery)
addMessages('explore', explore)

/** /explore: cards of all packs, one after the other without end. */
export const ExploreScreen = () => {
  const { t } = useTranslation('explore')
  const view = useExplore()
  const deal = async (): Promise<void> => {
    try {
      await view.deal()
    } catch (error) {
      showToast('warn', isOffline(error) ? t('dealOffline') : messageOf(error))
    }
  }
  return (
    <>
      <PullToRefresh onRefresh={deal} labels={useRefreshLabels()} />
      <div className={styles.title}>
        <h1>{t('title')}</h1>
        <Button kind="plain" small busy={view.isDealing} onClick={() => void deal()}>
          {t('again')}
        </Button>
      </div>
      <GradePicker tree={view.tree} chosen={view.gradeId} onChoose={view.chooseGrade} />
      {view.subjects.length > 0 && (
        <PillRow label={t('subjects')}>
          <Pill pressed={view.subjectId === null} onPress={() => view.chooseSubject(null)}>
            {t('allSubjects')}
          </Pill>
          {view.subjects.map(({ id, name }) => (
            <Pill key={id} pressed={view.subjectId === id} onPress={() => view.chooseSubject(id)}>
              {name}
            </Pill>
          ))}
        </PillRow>
      )}
      <TabPanel
        name={gradePanelName}
        selected={stageOfChoice(view.gradeId, view.tree?.grades ?? []) ?? allGrades}
      >
        <Feed view={view} />
      </TabPanel>
    </>
  )
}

const Feed = ({ view }: { view: ReturnType<typeof useExplore> }) => {
  const { t } = useTranslation('explore')
  const { t: shell } = useTranslation()
  const { faces } = view
  const cards = faces.data?.pages.flatMap((page) => page.items)
  if (cards === undefined) {
    if (faces.error === null)
      return (
        <Loading label={t('loading')}>
          <div className={styles.bone} />
        </Loading>
      )
    return (
      <ErrorState
        title={t('failedTitle')}
        reason={isOffline(faces.error) ? t('offlineNothing') : faces.error.message}
        retryLabel={shell('action.retry')}
        onRetry={() => void faces.refetch()}
        busy={faces.isFetching}
      />
    )
  }
  if (cards.length === 0) {
    return (
      <EmptyState
        icon="compass"
        title={t('emptyTitle')}
        reason={t('emptyReason')}
        action={
          <Button kind="secondary" onClick={view.showAll}>
            {t('emptyAction')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {faces.error !== null && isOffline(faces.error) && <OfflineNotice>{t('offline')}</OfflineNotice>}
      <div className={styles.feed}>
        <VirtualList
          between="space"
          items={withRounds(cards)}
          keyOf={({ key }) => key}
          label={t('feed')}
          estimatedRowPx={332}
          memoryKey={`explore ${view.key}`}
        >
          {({ face }) => <FaceCard face={face} />}
        </VirtualList>
      </div>
      <LoadMore
        status={moreStatus(faces)}
        onMore={() => void faces.fetchNextPage()}
        thresholdPx={loadMoreThresholdPx}
        loadingLabel={t('loading')}
        failedLabel={t('moreFailed')}
        retryLabel={shell('action.retry')}
      />
    </>
  )
}
