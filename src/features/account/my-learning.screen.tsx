import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import { useRefreshLabels } from '#src/i18n/refresh-labels.ts'
import learning from '#src/i18n/zh-CN/learning.json'
import me from '#src/i18n/zh-CN/me.json'
import { formatShare } from '#src/lib/format-count.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { cardPackPath, patterns } from '#src/lib/paths.ts'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { unlockedQuery } from '#src/queries/packs.ts'
import { useRefresh } from '#src/queries/refresh.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useStatistics, useStudyDays } from '#src/queries/statistics.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { KeyValueRows } from '#src/ui/key-value-rows.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'
import { Section } from '#src/ui/section.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { Forecast, Retention } from './learning-charts.tsx'
import { RankCard } from './rank-card.tsx'
import { StudyCalendar } from './study-calendar.tsx'

addMessages('learning', learning)
addMessages('me', me)

/** /my-learning: what the calendar knows is on this device; the rest the server has counted. */
export const MyLearningScreen = () => {
  const { t } = useTranslation('learning')
  const { t: shell } = useTranslation()
  const { data: plan } = useTodayPlan()
  const days = useStudyDays()
  const statistics = useStatistics()
  return (
    <>
      <PullToRefresh onRefresh={useRefresh()} labels={useRefreshLabels()} />
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      {statistics.data && isOffline(statistics.error) && <OfflineNotice>{t('offline')}</OfflineNotice>}
      {plan && <RankCard xp={plan.xp} />}
      {days && <StudyCalendar days={days} longestStreakDays={statistics.data?.longestStreakDays} />}
      {statistics.data && <Counted statistics={statistics.data} />}
      {statistics.data === undefined && statistics.error === null && (
        <Loading label={t('loading')}>
          <RowBones count={4} />
        </Loading>
      )}
      {statistics.data === undefined && statistics.error !== null && (
        <ErrorState
          title={t('failed')}
          reason={isOffline(statistics.error) ? t('offlineNothing') : messageOf(statistics.error)}
          retryLabel={shell('action.retry')}
          onRetry={() => void statistics.refetch()}
          busy={statistics.isFetching}
        />
      )}
      <Packs />
    </>
  )
}

const Counted = ({ statistics }: { statistics: StudyStatistics }) => {
  const { t, i18n } = useTranslation('learning')
  const { maturity, weakPoints } = statistics
  return (
    <>
      <Forecast forecast={statistics.forecast} />
      <Retention retention={statistics.retention} />
      <Section title={t('maturity')}>
        <Surface kind="rows">
          <KeyValueRows
            rows={(['learning', 'young', 'mature'] as const).map((id) => ({
              id,
              name: t(id),
              value: t('cards', { count: maturity[id] }),
            }))}
          />
        </Surface>
      </Section>
      <Section title={t('weak')}>
        <Surface {...(weakPoints.length > 0 && { kind: 'rows' })}>
          {weakPoints.length === 0 && <p>{t('weakNone')}</p>}
          {weakPoints.map((point) => (
            <ListRow
              key={point.knowledgePoint.id}
              title={`${point.subject.name} · ${point.knowledgePoint.name}`}
              note={t('weakNote', {
                share: formatShare(point.recalled / point.answers, i18n.language),
                lapsed: point.lapsedCards,
              })}
            />
          ))}
        </Surface>
      </Section>
    </>
  )
}

const Packs = () => {
  const { t } = useTranslation('learning')
  const { t: shell } = useTranslation()
  const { api } = useRuntime()
  const query = useInfiniteQuery(unlockedQuery(api, {}))
  const packs = itemsOf(query.data)
  if (packs === undefined) return null
  return (
    <Section title={t('packs')}>
      <Surface {...(packs.length > 0 && { kind: 'rows' })}>
        {packs.length === 0 && <p>{t('packsNone')}</p>}
        {packs.length > 0 && (
          <VirtualList
            between="lines"
            items={packs}
            keyOf={({ id }) => id}
            label={t('packs')}
            estimatedRowPx={80}
            memoryKey="my-learning"
          >
            {(pack) => (
              <ListRow
                strong
                leading={
                  <BookCover
                    size="thumb"
                    subject={pack.subject.id}
                    label={pack.label}
                    mark={pack.subject.name.slice(0, 1)}
                  />
                }
                title={pack.title}
                note={t('packNote', { ...pack.progress, total: pack.cardCount })}
                renderLink={(parts) => <Link to={cardPackPath(pack.id)} {...parts} />}
              />
            )}
          </VirtualList>
        )}
      </Surface>
      <LoadMore
        status={moreStatus(query)}
        onMore={() => void query.fetchNextPage()}
        thresholdPx={loadMoreThresholdPx}
        loadingLabel={t('loading')}
        failedLabel={t('failed')}
        retryLabel={shell('action.retry')}
      />
    </Section>
  )
}
