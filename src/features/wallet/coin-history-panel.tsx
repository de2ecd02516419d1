import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { defaultLocale, loadMoreThresholdPx } from '#contract/constants.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { Asked } from '#src/parts/asked.tsx'
import { PullToRefresh } from '#src/parts/pull-to-refresh.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { balanceHistoryQuery, type HistoryDirection } from '#src/queries/wallet.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import styles from './wallet.module.css'

const directions = ['all', 'income', 'expense'] as const

/** What the address of the open panel asks for. */
export function directionOf(value: string | null): HistoryDirection {
  return directions.find((direction) => direction === value) ?? 'all'
}

type CoinHistoryPanelProps = {
  isOpen: boolean
  direction: HistoryDirection
  onDirection: (direction: HistoryDirection) => void
  onClose: () => void
}

export function CoinHistoryPanel({ isOpen, onClose, ...filter }: CoinHistoryPanelProps) {
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
      <PullToRefresh />
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
  return (
    <Asked
      query={{ ...query, data: itemsOf(query.data) }}
      skeleton={<RowsSkeleton count={5} />}
      failed={t('history.failed')}
    >
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState
            icon={<MoreIcon name="document" size={32} />}
            title={t('history.empty')}
            reason={t('history.emptyReason')}
          />
        ) : (
          <EntryList entries={entries} query={query} direction={direction} />
        )
      }
    </Asked>
  )
}

type EntryListProps = {
  entries: LedgerEntry[]
  query: UseInfiniteQueryResult
  direction: HistoryDirection
}

const EntryList = ({ entries, query, direction }: EntryListProps) => {
  const { t } = useTranslation('wallet')
  return (
    <>
      <StaleNotice error={query.error} offline={t('history.offline')} />
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
  const { t } = useTranslation('wallet')
  const when = new Intl.DateTimeFormat(defaultLocale, { dateStyle: 'medium', timeStyle: 'short' })
  const amount = `${entry.amount > 0 ? '+' : '−'}${formatNumber(Math.abs(entry.amount))}`
  return (
    <ListRow
      title={
        entry.subject === ''
          ? t(`history.kind.${entry.kind}`)
          : `${t(`history.kind.${entry.kind}`)} · ${entry.subject}`
      }
      note={`${when.format(new Date(entry.createdAt))} · ${t('history.balanceAfter', {
        amount: formatNumber(entry.balanceAfter),
      })}`}
      trailing={
        <span className={styles.amount} data-gain={entry.amount > 0 || undefined}>
          {amount}
        </span>
      }
    />
  )
}
