import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { CardFace } from '#contract/exploration.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import discovery from '#src/i18n/zh-CN/discovery.json'
import explore from '#src/i18n/zh-CN/explore.json'
import { Asked } from '#src/parts/asked.tsx'
import { PullToRefresh } from '#src/parts/pull-to-refresh.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { Pill, PillRow } from '#src/ui/pill.tsx'
import { TabPanel } from '#src/ui/bars/tabs.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { withRounds } from './explore-feed.ts'
import { FaceCard } from './face-card.tsx'
import { allGrades, stageOfChoice } from './chosen-grade.ts'
import { GradePicker, gradePanelName } from './grade-picker.tsx'
import { useExplore } from './use-explore.ts'
import styles from './explore.module.css'

addMessages('discovery', discovery)
addMessages('explore', explore)

/** /explore: cards of all packs, one after the other without end. */
export function ExploreScreen() {
  const { t } = useTranslation('explore')
  const view = useExplore()
  const deal = async (): Promise<void> => {
    try {
      await view.deal()
    } catch (error) {
      tellFailure(error, t('dealOffline'))
    }
  }
  return (
    <>
      <PullToRefresh onRefresh={deal} />
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
  const found = view.faces.data?.pages.flatMap((page) => page.items)
  // Nothing on the device is no empty feed: it is one that could not be asked for.
  const cards = found ?? (view.onDevice?.length ? view.onDevice : undefined)
  return (
    <Asked
      query={{ ...view.faces, data: cards }}
      skeleton={<div className={styles.placeholder} />}
      loadingLabel={t('loading')}
      failed={t('failedTitle')}
      offline={t('offlineNothing')}
    >
      {(known) => <Cards view={view} cards={known} />}
    </Asked>
  )
}

type CardsProps = { view: ReturnType<typeof useExplore>; cards: CardFace[] }

const Cards = ({ view, cards }: CardsProps) => {
  const { t } = useTranslation('explore')
  const { t: shell } = useTranslation()
  const { faces } = view
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
      <StaleNotice error={faces.error} offline={t(view.onDevice === undefined ? 'offline' : 'onDevice')} />
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
      {view.onDevice === undefined && (
        <LoadMore
          status={moreStatus(faces)}
          onMore={() => void faces.fetchNextPage()}
          thresholdPx={loadMoreThresholdPx}
          loadingLabel={t('loading')}
          failedLabel={t('moreFailed')}
          retryLabel={shell('action.retry')}
        />
      )}
    </>
  )
}
