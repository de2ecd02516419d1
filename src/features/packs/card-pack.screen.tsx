import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { Card } from '#contract/packs.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import packs from '#src/i18n/zh-CN/packs.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { catalogueQuery, itemQuery } from '#src/queries/discovery.ts'
import { useStoredCatalogue, useStoredPacks } from '#src/queries/packs/downloads.ts'
import { useCardPack, useCardProgress } from '#src/queries/packs/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#src/ui/bars/tabs.tsx'
import { CardSheet } from './card-sheet.tsx'
import { CatalogueList } from './catalogue-list.tsx'
import { packFacts, type PackFacts } from './pack-facts.ts'
import { PackActions } from './pack-actions.tsx'
import { PackHeader } from './pack-header.tsx'
import { ReviewList } from './review-list.tsx'
import { PackIntro } from './pack-intro.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { useUnlocking } from './use-unlocking.ts'
import styles from './card-pack.module.css'

addMessages('packs', packs)

/** /cardpack/{id} */
export function CardPackScreen() {
  const { t } = useTranslation('packs')
  const { id: packId = '' } = useParams()
  const goBack = useGoBack(patterns.resource)
  const query = useCardPack(packId)
  const stored = useStoredPacks()?.find((pack) => pack.packId === packId)
  const item = useQuery({
    ...itemQuery(useRuntime().api, packId),
    enabled: query.data?.unlocked !== true,
  }).data
  const facts = packFacts(query.data, stored, item)
  return (
    <div className={styles.screen}>
      <div className={styles.back}>
        <IconButton icon="back" label={t('back')} onClick={goBack} />
      </div>
      <Asked
        asScreen
        query={{ ...query, data: facts }}
        skeleton={<PackSkeleton />}
        failed={t('failed')}
        offline={t('offline.reason')}
        // A pack that left the library can still be studied by those who have it here.
        missing={stored === undefined ? <NoSuchPack /> : undefined}
      >
        {(known) => (
          <Pack key={packId} facts={known} previews={item?.previewCards ?? noCards} error={query.error} />
        )}
      </Asked>
    </div>
  )
}

const tabIds = ['catalogue', 'intro', 'reviews'] as const
type TabId = (typeof tabIds)[number]

const noCards: readonly Card[] = []

type PackProps = {
  facts: PackFacts
  /** What can be looked at before it is unlocked; empty until known. */
  previews: readonly Card[]
  /** Why the facts may be of an earlier time. */
  error: Error | null
}

const Pack = ({ facts, previews, error }: PackProps) => {
  const { t } = useTranslation('packs')
  const tab = useAddressLayer('tab')
  const card = useAddressLayer('card')
  const selected: TabId = tabIds.find((id) => id === tab.value) ?? 'catalogue'
  const catalogue = useCatalogue(facts.id)
  const isCovered = useAddressLayer('study').value !== null
  const progress = useCardProgress(facts.id, isCovered)
  const cards = catalogue.data?.chapters.flatMap((chapter) => chapter.cards) ?? []
  const unlocking = useUnlocking(facts)
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
            { id: 'reviews', label: t('review.tab', { total: facts.about?.reviewCount || '' }).trim() },
          ]}
          selected={selected}
          onSelect={tab.change}
        />
        <div className={styles.notice}>
          <StaleNotice error={error} offline={facts.unlocked ? t('offline.unlocked') : t('offline.locked')} />
        </div>
        <TabPanel name="pack" selected={selected}>
          {selected === 'reviews' && <ReviewList packId={facts.id} mayReview={facts.unlocked} />}
          {selected === 'intro' && <PackIntro about={facts.about} />}
          {selected === 'catalogue' && (
            <Asked
              query={catalogue}
              skeleton={<RowsSkeleton count={5} />}
              failed={t('catalogueFailed')}
              offline={t('offline.reason')}
            >
              {(data) => (
                <CatalogueList
                  catalogue={data}
                  unlocked={facts.unlocked}
                  progress={progress}
                  onOpen={(cardId) => card.open(cardId)}
                />
              )}
            </Asked>
          )}
        </TabPanel>
      </div>
      <CardSheet
        packId={facts.id}
        cardId={card.value}
        cards={cards}
        previews={previews}
        unlocked={facts.unlocked}
        unlocking={unlocking}
        onMove={card.change}
        onClose={card.close}
      />
      {(facts.unlocked || facts.pack !== null) && <PackActions facts={facts} unlocking={unlocking} />}
      {!facts.unlocked && <UnlockDialog {...unlocking.dialog} />}
    </>
  )
}

/** The catalogue of the server, or the one that came with the download. */
const useCatalogue = (packId: string) => {
  const { api } = useRuntime()
  const query = useQuery(catalogueQuery(api, packId))
  const stored = useStoredCatalogue(packId)
  return { ...query, data: query.data ?? stored }
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

const PackSkeleton = () => (
  <>
    <div className={styles.skeleton} />
    <div className={styles.paper}>
      <RowsSkeleton count={5} />
    </div>
  </>
)
