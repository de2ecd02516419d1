import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import packs from '#src/i18n/zh-CN/packs.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { catalogueQuery } from '#src/queries/discovery.ts'
import { useStoredCatalogue, useStoredPacks } from '#src/queries/downloads.ts'
import { isFailure, isOffline, messageOf } from '#src/queries/failure.ts'
import { useCardPack, useCardProgress } from '#src/queries/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { CardSheet } from './card-sheet.tsx'
import { CatalogueList } from './catalogue-list.tsx'
import { packFacts, type PackFacts } from './pack-facts.ts'
import { PackActions } from './pack-actions.tsx'
import { PackHeader } from './pack-header.tsx'
import { ReviewList } from './review-list.tsx'
import { PackIntro } from './pack-intro.tsx'
import styles from './card-pack.module.css'

addMessages('packs', packs)

/** /cardpack/{id} */
export const CardPackScreen = () => {
  const { t } = useTranslation('packs')
  const { id: packId = '' } = useParams()
  const goBack = useGoBack(patterns.resource)
  const query = useCardPack(packId)
  const stored = useStoredPacks()?.find((pack) => pack.packId === packId)
  const facts = packFacts(query.data, stored)
  // A pack that left the library can still be studied by those who have it here.
  const isUnknown = isFailure(query.error, 'not_found') || isFailure(query.error, 'invalid_input')
  const isMissing = isUnknown && stored === undefined
  return (
    <div className={styles.screen}>
      <div className={styles.back}>
        <IconButton icon="back" label={t('back')} onClick={goBack} />
      </div>
      {facts !== undefined && !isMissing && (
        <Pack key={packId} facts={facts} isStale={isOffline(query.error)} />
      )}
      {isMissing && <NoSuchPack />}
      {facts === undefined && query.isPending && <PackBones />}
      {facts === undefined && query.error !== null && !isMissing && (
        <div className={styles.trouble}>
          <ErrorState
            asScreen
            title={isOffline(query.error) ? t('offline.title') : t('failed')}
            reason={isOffline(query.error) ? t('offline.reason') : messageOf(query.error)}
            retryLabel={t('retry')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        </div>
      )}
    </div>
  )
}

const tabIds = ['catalogue', 'intro', 'reviews'] as const
type TabId = (typeof tabIds)[number]

/** @param isStale the server did not answer: what is shown is from an earlier time */
const Pack = ({ facts, isStale }: { facts: PackFacts; isStale: boolean }) => {
  const { t } = useTranslation('packs')
  const online = useIsOnline()
  const tab = useAddressLayer('tab')
  const card = useAddressLayer('card')
  const selected: TabId = tabIds.find((id) => id === tab.value) ?? 'catalogue'
  const catalogue = useCatalogue(facts.id)
  const isCovered = useAddressLayer('study').value !== null
  const progress = useCardProgress(facts.id, isCovered)
  const cards = catalogue.data?.chapters.flatMap((chapter) => chapter.cards)
  return (
    <>
      <PackHeader facts={facts} />
      <div className={styles.paper}>
        <Tabs<TabId>
          name="pack"
          label={t('tabs')}
          tabs={[
            { id: 'catalogue', label: t('catalogue') },
            { id: 'intro', label: t('intro') },
            { id: 'reviews', label: t('review.tab', { total: facts.pack?.reviewCount || '' }).trim() },
          ]}
          selected={selected}
          onSelect={tab.change}
        />
        {(isStale || !online) && (
          <div className={styles.notice}>
            <OfflineNotice>{facts.unlocked ? t('offline.unlocked') : t('offline.locked')}</OfflineNotice>
          </div>
        )}
        <TabPanel name="pack" selected={selected}>
          {selected === 'reviews' && <ReviewList packId={facts.id} mayReview={facts.unlocked} />}
          {selected === 'intro' && <PackIntro pack={facts.pack} />}
          {selected === 'catalogue' && catalogue.data && (
            <CatalogueList
              catalogue={catalogue.data}
              unlocked={facts.unlocked}
              progress={progress}
              onOpen={(cardId) => card.open(cardId)}
            />
          )}
          {selected === 'catalogue' && !catalogue.data && <CatalogueTrouble {...catalogue} />}
        </TabPanel>
      </div>
      <CardSheet
        packId={facts.id}
        cardId={card.value}
        title={cards?.find(({ id }) => id === card.value)?.title ?? ''}
        onClose={card.close}
      />
      <PackActions facts={facts} />
    </>
  )
}

/** The catalogue of the server, or the one that came with the download. */
const useCatalogue = (packId: string) => {
  const { api } = useRuntime()
  const query = useQuery(catalogueQuery(api, packId))
  const stored = useStoredCatalogue(packId)
  return {
    data: query.data ?? stored,
    error: query.error,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
}

type CatalogueTroubleProps = { error: Error | null; isFetching: boolean; refetch: () => void }

const CatalogueTrouble = ({ error, isFetching, refetch }: CatalogueTroubleProps) => {
  const { t } = useTranslation('packs')
  if (error === null) {
    return (
      <Loading label={t('loading')}>
        <RowBones count={5} />
      </Loading>
    )
  }
  return (
    <ErrorState
      title={t('catalogueFailed')}
      reason={isOffline(error) ? t('offline.reason') : messageOf(error)}
      retryLabel={t('retry')}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

const NoSuchPack = () => {
  const { t } = useTranslation('packs')
  return (
    <div className={styles.trouble}>
      <EmptyState
        asScreen
        icon="books"
        title={t('notFound.title')}
        reason={t('notFound.reason')}
        action={
          <ButtonLink render={(parts) => <Link to={patterns.resource} replace {...parts} />}>
            {t('notFound.action')}
          </ButtonLink>
        }
      />
    </div>
  )
}

const PackBones = () => {
  const { t } = useTranslation('packs')
  return (
    <Loading label={t('loading')}>
      <div className={styles.bones} />
      <div className={styles.paper}>
        <RowBones count={5} />
      </div>
    </Loading>
  )
}
