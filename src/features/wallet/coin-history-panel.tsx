import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { useRefreshLabels } from '#src/i18n/refresh-labels.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRefresh } from '#src/queries/refresh.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { balanceHistoryQuery, type HistoryDirection } from '#src/queries/wallet.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import styles from './wallet.module.css'

const directions = ['all', 'income', 'expense'] as const

/** What the address of the open panel asks for. */
export const directionOf = (value: string | null): HistoryDirection =>
  directions.find((direction) => direction === value) ?? 'all'

type CoinHistoryPanelProps = {
  isOpen: boolean
  direction: HistoryDirection
  onDirection: (direction: HistoryDirection) => void
  onClose: () => void
}

export const CoinHistoryPanel = ({ isOpen, onClose, ...filter }: CoinHistoryPanelProps) => {
  const { t } = useTranslation('wallet')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('history.title')} closeLabel={t('close')}>
      <History {...filter} />
    </Sheet>
  )
}

const History = ({ direction, onDirection }: Pick<CoinHistoryPanelProps, 'direction' | 'onDirection'>) => {
  const { t } = useTranslation('wallet')
  return (
    <div className={styles.panel}>
      <PullToRefresh onRefresh={useRefresh()} labels={useRefreshLabels()} />
      <SegmentedControl
        wide
        label={t('history.filter')}
        options={directions.map((id) => ({ id, label: t(`history.${id}`) }))}
        value={direction}
        onChange={onDirection}
      />
      <Entries direction={direction} />
    </div>
  )
}

const Entries = ({ direction }: { direction: HistoryDirection }) => {
  const { t } = useTranslation('wallet')
  const { api } = useRuntime()
  const query = useInfiniteQuery(balanceHistoryQuery(api, direction))
  const entries = itemsOf(query.data)
  if (entries === undefined) {
    return query.error === null ? (
      <Loading label={t('loading')}>
        <RowBones count={5} />
      </Loading>
    ) : (
      <ErrorState
        title={t('history.failed')}
        reason={messageOf(query.error)}
        retryLabel={t('retry')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    )
  }
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<MoreIcon name="document" size={32} />}
        title={t('history.empty')}
        reason={t('history.emptyReason')}
      />
    )
  return (
    <>
      {isOffline(query.error) && <OfflineNotice>{t('history.offline')}</OfflineNotice>}
      <Surface kind="rows">
        <VirtualList
          inSheet
          between="lines"
          items={entries}
          keyOf={({ id }) => id}
          label={t('history.title')}
          estimatedRowPx={66}
          memoryKey={`coin-history ${direction}`}
        >
          {(entry) => <Entry entry={entry} />}
        </VirtualList>
      </Surface>
      <LoadMore
        status={moreStatus(query)}
        onMore={() => void query.fetchNextPage()}
        thresholdPx={loadMoreThresholdPx}
        loadingLabel={t('loading')}
        failedLabel={t('history.moreFailed')}
        retryLabel={t('retry')}
      />
    </>
  )
}

const Entry = ({ entry }: { entry: LedgerEntry }) => {
  const { t, i18n } = useTranslation('wallet')
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const amount = `${entry.amount > 0 ? '+' : '−'}${formatNumber(Math.abs(entry.amount), i18n.language)}`
  return (
    <ListRow
      title={
        entry.subject === ''
          ? t(`history.kind.${entry.kind}`)
          : `${t(`history.kind.${entry.kind}`)} · ${entry.subject}`
      }
      note={`${when.format(new Date(entry.createdAt))} · ${t('history.balanceAfter', {
        amount: formatNumber(entry.balanceAfter, i18n.language),
      })}`}
      trailing={
        <span className={styles.amount} data-gain={entry.amount > 0 || undefined}>
          {amount}
        </span>
      }
    />
  )
}
