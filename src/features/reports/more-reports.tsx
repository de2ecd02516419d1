import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { LoadMore } from '#src/ui/lists/load-more.tsx'

/** The end of a list of reports, where its next page is asked for. */
export function MoreReports({ query }: { query: UseInfiniteQueryResult }) {
  const { t } = useTranslation('admin')
  return (
    <LoadMore
      status={moreStatus(query)}
      onMore={() => void query.fetchNextPage()}
      thresholdPx={loadMoreThresholdPx}
      loadingLabel={t('loading')}
      failedLabel={t('moreFailed')}
      retryLabel={t('retry')}
    />
  )
}
