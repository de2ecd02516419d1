import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import generation from '#src/i18n/zh-CN/generation.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { isFailure, isOffline, messageOf } from '#src/queries/failure.ts'
import { usePrivatePack } from '#src/queries/generation.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import { PrivatePackView } from './private-pack-view.tsx'

addMessages('generation', generation)

/** /private-cardpack/{id} */
export const PrivateCardPackScreen = () => {
  const { t } = useTranslation('generation')
  const { t: shell } = useTranslation()
  const { id: packId = '' } = useParams()
  const goBack = useGoBack(patterns.myGeneration)
  const query = usePrivatePack(packId)
  const { pack, saved, error, isRefused, refusal } = query
  if (pack !== undefined) {
    return (
      <PrivatePackView
        key={packId}
        pack={pack}
        saved={saved}
        isRefused={isRefused}
        refusal={refusal}
        isStale={isOffline(error)}
        onBack={goBack}
      />
    )
  }
  // A pack whose removal waits is there no more.
  const isMissing = saved !== undefined || isFailure(error, 'not_found') || isFailure(error, 'invalid_input')
  return (
    <>
      <TopBar title={shell('page.privateCardPack')} backLabel={shell('action.back')} onBack={goBack} />
      {isMissing && (
        <EmptyState
          icon="books"
          title={t('pack.missing')}
          reason={t('pack.missingReason')}
          action={
            <ButtonLink render={(parts) => <Link to={patterns.myGeneration} replace {...parts} />}>
              {t('mine')}
            </ButtonLink>
          }
        />
      )}
      {!isMissing && error === null && (
        <Loading label={t('loading')}>
          <RowBones count={6} />
        </Loading>
      )}
      {!isMissing && error !== null && (
        <ErrorState
          title={t('pack.failed')}
          reason={isOffline(error) ? t('pack.offline') : messageOf(error)}
          retryLabel={t('retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
    </>
  )
}
