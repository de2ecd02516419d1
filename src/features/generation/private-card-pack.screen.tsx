import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import generation from '#src/i18n/zh-CN/generation.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { usePrivatePack } from '#src/queries/private-packs/generation.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { PrivatePackView } from './private-pack-view.tsx'

addMessages('generation', generation)

/** /private-cardpack/{id} */
export function PrivateCardPackScreen() {
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
        error={error}
        onBack={goBack}
      />
    )
  }
  // A pack whose removal waits is there no more.
  const isRemoved = saved !== undefined
  return (
    <>
      <TopBar title={shell('page.privateCardPack')} backLabel={shell('action.back')} onBack={goBack} />
      {isRemoved ? (
        <NoSuchPack />
      ) : (
        <Asked
          query={{ ...query, data: pack }}
          skeleton={<RowsSkeleton count={6} />}
          failed={t('pack.failed')}
          offline={t('pack.offline')}
          missing={<NoSuchPack />}
        >
          {() => null}
        </Asked>
      )}
    </>
  )
}

const NoSuchPack = () => {
  const { t } = useTranslation('generation')
  return (
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
  )
}
