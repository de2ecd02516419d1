import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import learning from '#src/i18n/zh-CN/learning.json'
import me from '#src/i18n/zh-CN/me.json'
import { formatShare } from '#src/lib/format-count.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { PackRow } from '#src/parts/pack-row.tsx'
import { PullToRefresh } from '#src/parts/pull-to-refresh.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { useOwnPacks, withOwnPacks } from '#src/queries/packs/own-packs.ts'
import { unlockedQuery, useProgressOfPacks } from '#src/queries/packs/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useStatistics, useStudyDays } from '#src/queries/statistics.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { KeyValueRows } from '#src/ui/lists/key-value-rows.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { Forecast, Retention } from './learning-charts.tsx'
import { RankCard } from './rank-card.tsx'
import { StudyCalendar } from './study-calendar.tsx'

addMessages('learning', learning)
addMessages('me', me)

/** /my-learning: what the calendar knows is on this device; the rest the server has counted. */
export function MyLearningScreen() {
  const { t } = useTranslation('learning')
  const { t: shell } = useTranslation()
  const { data: plan } = useTodayPlan()
  const days = useStudyDays()
  const statistics = useStatistics()
  return (
    <>
      <PullToRefresh />
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      {statistics.data && <StaleNotice error={statistics.error} offline={t('offline')} />}
      {plan && <RankCard xp={plan.xp} />}
      {days && <StudyCalendar days={days} longestStreakDays={statistics.data?.longestStreakDays} />}
      <Asked
        query={statistics}
        skeleton={<RowsSkeleton count={4} />}
        failed={t('failed')}
        offline={t('offlineNothing')}
      >
        {(counted) => <Counted statistics={counted} />}
      </Asked>
      <Packs />
    </>
  )
}

const Counted = ({ statistics }: { statistics: StudyStatistics }) => {
  const { t } = useTranslation('learning')
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
                share: formatShare(point.recalled / point.answers),
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
  const own = useOwnPacks()
  const unlocked = itemsOf(query.data)
  const local = useProgressOfPacks(
    [...(unlocked ?? []), ...(own ?? [])].map(({ id }) => id),
    false,
  )
  if (unlocked === undefined || own === undefined) return null
  const packs = withOwnPacks(unlocked, own, {
    compare: (mine, other) => other.unlockedAt.localeCompare(mine.unlockedAt),
    isWhole: !query.hasNextPage,
  })
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
              <PackRow
                pack={pack}
                note={t('packNote', { ...(local?.get(pack.id) ?? pack.progress), total: pack.cardCount })}
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
