import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { FoundCard } from '#contract/discovery.ts'
import { FailureState } from '#src/parts/failure-state.tsx'
import { CardRow } from '#src/parts/pack-row.tsx'
import { isUnanswered } from '#src/queries/failure.ts'
import { useSearchablePacks } from '#src/queries/packs/searchable-packs.ts'
import { useOwnedPacks } from '#src/queries/packs/owned-packs.ts'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { Loading, RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TabPanel, Tabs } from '#src/ui/bars/tabs.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { DeviceResults } from './device-results.tsx'
import { DeviceCardRow, DevicePackRow } from './device-rows.tsx'
import { searchDevice, type DeviceFinds } from './device-search.ts'
import { bestRank, titlesOf } from '#src/lib/keyword-match.ts'
import { LibraryPackRow } from './library-pack-row.tsx'
import { NoResults } from './no-results.tsx'
import { useSearch } from './use-search.ts'
import styles from './discovery.module.css'

type SearchResultsProps = {
  keyword: string
  /** Something newer is being typed. */
  isTyping: boolean
  onOpenResult: () => void
}

/** What the server finds; without it, what the device finds. */
export function SearchResults({ keyword, isTyping, onOpenResult }: SearchResultsProps) {
  const { t } = useTranslation('discovery')
  const search = useSearch(keyword)
  const own = useOwnFinds(keyword)

  if (search.error && isUnanswered(search.error)) {
    return (
      <DeviceResults
        keyword={keyword}
        error={search.error}
        onOpenResult={onOpenResult}
        onRetry={search.retry}
      />
    )
  }
  if (search.error) {
    return (
      <FailureState
        error={search.error}
        title={t('search.failed')}
        onRetry={search.retry}
        busy={search.isRetrying}
      />
    )
  }
  if (search.packs === undefined || search.cards === undefined || own === undefined) {
    return (
      <Loading label={t('search.searching')}>
        <div className={styles.tabPlaceholder} />
        <RowsSkeleton count={6} />
      </Loading>
    )
  }
  if (
    search.packTotal + search.cardTotal + own.packs.length + own.cardTotal === 0 &&
    !search.isOld &&
    !isTyping
  ) {
    return <NoResults keyword={keyword} reason={t('search.nothingReason')} />
  }
  return (
    <div aria-busy={search.isOld || isTyping} className={styles.results}>
      <Found
        keyword={keyword}
        search={{ ...search, packs: search.packs, cards: search.cards }}
        own={own}
        onOpenResult={onOpenResult}
      />
    </div>
  )
}

/** In the student's own packs, which are on this device alone for search; undefined until they are read. */
const useOwnFinds = (keyword: string) => {
  const own = useSearchablePacks('own')
  return useMemo(() => own && searchDevice(own, keyword), [own, keyword])
}

type Search = ReturnType<typeof useSearch>
type FoundProps = {
  keyword: string
  search: Search & { packs: NonNullable<Search['packs']>; cards: FoundCard[] }
  own: DeviceFinds
  onOpenResult: () => void
}

const Found = ({ keyword, search, own, onOpenResult }: FoundProps) => {
  const { t } = useTranslation('discovery')
  const [params, setParams] = useSearchParams()
  const owned = useOwnedPacks(search.packs.map(({ id }) => id))
  const packs = [...own.packs, ...search.packs]
  const cards = [...own.cards, ...search.cards]
  const totals = { packs: own.packs.length + search.packTotal, cards: own.cardTotal + search.cardTotal }
  // Opens where the better hit is.
  const better = bestRank(titlesOf(cards), keyword) < bestRank(titlesOf(packs), keyword) ? 'cards' : 'packs'
  const asked = params.get('kind') ?? better
  const kind = asked === 'cards' ? 'cards' : 'packs'

  const choose = (next: string) => {
    const changed = new URLSearchParams(params)
    changed.set('kind', next)
    setParams(changed, { replace: true })
  }

  return (
    <>
      <Tabs
        name="found"
        label={t('search.kinds')}
        tabs={[
          { id: 'packs', label: t('search.packs', { total: totals.packs }) },
          { id: 'cards', label: t('search.cards', { total: totals.cards }) },
        ]}
        selected={kind}
        onSelect={choose}
      />
      <TabPanel name="found" selected={kind}>
        {kind === 'packs' && packs.length > 0 && (
          <Surface kind="rows">
            <VirtualList
              between="lines"
              items={packs}
              keyOf={(pack) => ('packId' in pack ? pack.packId : pack.id)}
              label={t('search.packs', { total: totals.packs })}
              estimatedRowPx={80}
              memoryKey={`search packs ${keyword}`}
            >
              {(pack) =>
                'packId' in pack ? (
                  <DevicePackRow pack={pack} onOpen={onOpenResult} />
                ) : (
                  <LibraryPackRow pack={pack} owned={owned} onOpen={onOpenResult} />
                )
              }
            </VirtualList>
          </Surface>
        )}
        {kind === 'cards' && cards.length > 0 && (
          <Surface kind="rows">
            <VirtualList
              between="lines"
              items={cards}
              keyOf={({ id }) => id}
              label={t('search.cards', { total: totals.cards })}
              estimatedRowPx={80}
              memoryKey={`search cards ${keyword}`}
            >
              {(card) =>
                'preview' in card ? (
                  <CardRow
                    card={card}
                    pack={card.pack}
                    trailing={card.preview ? t('search.preview') : undefined}
                    onOpen={onOpenResult}
                  />
                ) : (
                  <DeviceCardRow card={card} onOpen={onOpenResult} />
                )
              }
            </VirtualList>
          </Surface>
        )}
        {totals[kind] === 0 && <p className={styles.hint}>{t(`search.no.${kind}`)}</p>}
        <LoadMore
          {...(kind === 'packs' ? search.morePacks : search.moreCards)}
          thresholdPx={loadMoreThresholdPx}
          loadingLabel={t('search.searching')}
          failedLabel={t('search.moreFailed')}
          retryLabel={t('retry')}
        />
      </TabPanel>
    </>
  )
}
