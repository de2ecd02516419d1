import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import generation from '#src/i18n/zh-CN/generation.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { PullToRefresh } from '#src/parts/pull-to-refresh.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { moreStatus } from '#src/queries/endless.ts'
import { usePrivatePacks } from '#src/queries/private-packs/generation.ts'
import { isDraftEmpty, useGenerationDraft } from '#src/queries/private-packs/generation-draft.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { DraftRow } from './draft-row.tsx'
import { OwnPackRows } from './own-pack-rows.tsx'
import { RefusedPacks } from './refused-packs.tsx'
import styles from './generation.module.css'

addMessages('generation', generation)

/** /my-generation: the draft on this device, packs that could not be saved, and the saved ones. */
export function MyGenerationScreen() {
  const { t } = useTranslation('generation')
  const { t: shell } = useTranslation()
  const { draft } = useGenerationDraft()
  const list = usePrivatePacks()
  const hasDraft = draft !== undefined && !isDraftEmpty(draft)
  return (
    <>
      <PullToRefresh />
      <TopBar
        title={t('list.title')}
        backLabel={shell('action.back')}
        onBack={useGoBack(patterns.generate)}
      />
      <div className={styles.stack}>
        <RefusedPacks hasDraft={hasDraft} />
        {hasDraft && <DraftRow draft={draft} />}
        <Asked
          query={{ ...list, data: list.packs }}
          skeleton={<RowsSkeleton count={4} />}
          failed={t('list.failed')}
          offline={t('list.offline')}
        >
          {(packs) => (
            <>
              <StaleNotice error={list.error} offline={t('list.offline')} />
              {packs.length > 0 && <OwnPackRows packs={packs} />}
              {packs.length === 0 && !hasDraft && <NoPacks />}
            </>
          )}
        </Asked>
      </div>
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

const NoPacks = () => {
  const { t } = useTranslation('generation')
  return (
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
  )
}
