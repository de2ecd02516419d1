import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { balanceHistoryQuery, type HistoryDirection } from '#src/queries/wallet.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import styles from './wallet.module.css'

const directions = ['all', 'income', 'expense'] as const

export const CoinHistoryPanel = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation('wallet')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('history.title')} closeLabel={t('close')}>
      <History />
    </Sheet>
  )
}

const History = () => {
  const { t } = useTranslation('wallet')
  const [direction, setDirection] = useState<HistoryDirection>('all')
  return (
    <div className={styles.panel}>
      <SegmentedControl
        wide
        label={t('history.filter')}
        options={directions.map((id) => ({ id, label: t(`history.${id}`) }))}
        value={direction}
        onChange={setDirection}
      />
      <Entries direction={direction} />
    </div>
  )
}

const Entries = ({ direction }: { direction: HistoryDirection }) => {
  const { t } = useTranslation('wallet')
  const { api } = useRuntime()
  const query = useInfiniteQuery(balanceHistoryQuery(api, direction))
  const entries = query.data?.pages.flatMap((page) => page.items)
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
    return <EmptyState icon="document" title={t('history.empty')} reason={t('history.emptyReason')} />
  return (
    <>
      {isOffline(query.error) && <OfflineNotice>{t('history.offline')}</OfflineNotice>}
      <Surface kind="rows">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
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
