import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import { useRefreshLabels } from '#src/i18n/refresh-labels.ts'
import generation from '#src/i18n/zh-CN/generation.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { usePrivatePacks } from '#src/queries/generation.ts'
import { isDraftEmpty, useGenerationDraft } from '#src/queries/generation-draft.ts'
import { useRefresh } from '#src/queries/refresh.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import { DraftRow } from './draft-row.tsx'
import { OwnPackRows } from './own-pack-rows.tsx'
import { RefusedPacks } from './refused-packs.tsx'
import styles from './generation.module.css'

addMessages('generation', generation)

/** /my-generation: the draft on this device, packs that could not be saved, and the saved ones. */
export const MyGenerationScreen = () => {
  const { t } = useTranslation('generation')
  const { t: shell } = useTranslation()
  const { draft } = useGenerationDraft()
  const list = usePrivatePacks()
  const hasDraft = draft !== undefined && !isDraftEmpty(draft)
  const isOut = isOffline(list.error)
  return (
    <>
      <PullToRefresh onRefresh={useRefresh()} labels={useRefreshLabels()} />
      <TopBar
        title={t('list.title')}
        backLabel={shell('action.back')}
        onBack={useGoBack(patterns.generate)}
      />
      <div className={styles.stack}>
        <RefusedPacks hasDraft={hasDraft} />
        {hasDraft && <DraftRow draft={draft} />}
        {isOut && list.packs !== undefined && <OfflineNotice>{t('list.offline')}</OfflineNotice>}
        {list.packs !== undefined && list.packs.length > 0 && <OwnPackRows packs={list.packs} />}
        {list.packs?.length === 0 && !hasDraft && (
          <EmptyState
            icon={<MoreIcon name="wand" size={32} />}
            title={t('list.empty')}
            reason={t('list.emptyReason')}
            action={
              <ButtonLink render={(parts) => <Link to={patterns.generate} {...parts} />}>
                {t('list.start')}
              </ButtonLink>
            }
          />
        )}
      </div>
      {list.packs === undefined && list.error === null && (
        <Loading label={t('loading')}>
          <RowBones count={4} />
        </Loading>
      )}
      {list.packs === undefined && list.error !== null && (
        <ErrorState
          title={t('list.failed')}
          reason={isOut ? t('list.offline') : messageOf(list.error)}
          retryLabel={t('retry')}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
      <LoadMore
        status={moreStatus(list)}
        onMore={() => void list.fetchNextPage()}
        thresholdPx={loadMoreThresholdPx}
        loadingLabel={t('loading')}
        failedLabel={t('list.moreFailed')}
        retryLabel={t('retry')}
      />
    </>
  )
}
