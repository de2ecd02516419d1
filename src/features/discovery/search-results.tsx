import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { FoundCard } from '#contract/discovery.ts'
import { cardPackPath } from '#src/lib/paths.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { DeviceResults } from './device-results.tsx'
import { PackRow } from './pack-row.tsx'
import { useSearch } from './use-search.ts'
import styles from './discovery.module.css'

type SearchResultsProps = {
  keyword: string
  /** Something newer is being typed. */
  isTyping: boolean
  onOpenResult: () => void
}

/** What the server finds; without it, what the device finds. */
export const SearchResults = ({ keyword, isTyping, onOpenResult }: SearchResultsProps) => {
  const { t } = useTranslation('discovery')
  const search = useSearch(keyword)

  if (search.error && isOffline(search.error)) {
    return <DeviceResults keyword={keyword} onOpenResult={onOpenResult} onRetry={search.retry} />
  }
  if (search.error) {
    return (
      <ErrorState
        title={t('search.failed')}
        reason={messageOf(search.error)}
        retryLabel={t('retry')}
        onRetry={search.retry}
        busy={search.isRetrying}
      />
    )
  }
  if (search.packs === undefined || search.cards === undefined) {
    return (
      <Loading label={t('search.searching')}>
        <div className={styles.tabBone} />
        <RowBones count={6} />
      </Loading>
    )
  }
  if (search.packTotal + search.cardTotal === 0 && !search.isOld && !isTyping) {
    return (
      <EmptyState icon="search" title={t('search.nothing', { keyword })} reason={t('search.nothingReason')} />
    )
  }
  return (
    <div aria-busy={search.isOld || isTyping} className={styles.results}>
      <Found
        keyword={keyword}
        search={{ ...search, packs: search.packs, cards: search.cards }}
        onOpenResult={onOpenResult}
      />
    </div>
  )
}

type Search = ReturnType<typeof useSearch>
type FoundProps = {
  keyword: string
  search: Search & { packs: NonNullable<Search['packs']>; cards: FoundCard[] }
  onOpenResult: () => void
}

const Found = ({ keyword, search, onOpenResult }: FoundProps) => {
  const { t } = useTranslation('discovery')
  const [params, setParams] = useSearchParams()
  const asked = params.get('kind') ?? (search.packTotal === 0 ? 'cards' : 'packs')
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
          { id: 'packs', label: t('search.packs', { total: search.packTotal }) },
          { id: 'cards', label: t('search.cards', { total: search.cardTotal }) },
        ]}
        selected={kind}
        onSelect={choose}
      />
      <TabPanel name="found" selected={kind}>
        {kind === 'packs' && search.packs.length > 0 && (
          <Surface kind="rows">
            <VirtualList
              between="lines"
              items={search.packs}
              keyOf={({ id }) => id}
              label={t('search.packs', { total: search.packTotal })}
              estimatedRowPx={80}
              memoryKey={`search packs ${keyword}`}
            >
              {(pack) => <PackRow pack={pack} onOpen={onOpenResult} />}
            </VirtualList>
          </Surface>
        )}
        {kind === 'cards' && search.cards.length > 0 && (
          <Surface kind="rows">
            <VirtualList
              between="lines"
              items={search.cards}
              keyOf={({ id }) => id}
              label={t('search.cards', { total: search.cardTotal })}
              estimatedRowPx={80}
              memoryKey={`search cards ${keyword}`}
            >
              {(card) => <CardRow card={card} onOpen={onOpenResult} />}
            </VirtualList>
          </Surface>
        )}
        {search[kind].length === 0 && <p className={styles.hint}>{t(`search.no.${kind}`)}</p>}
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

const CardRow = ({ card, onOpen }: { card: FoundCard; onOpen: () => void }) => {
  const { t } = useTranslation('discovery')
  const { pack } = card
  return (
    <ListRow
      leading={
        <BookCover
          size="thumb"
          subject={pack.subject.id}
          label={pack.label}
          mark={pack.subject.name.slice(0, 1)}
        />
      }
      title={card.title}
      note={pack.title}
      trailing={card.preview ? t('search.preview') : undefined}
      renderLink={(parts) => (
        <Link
          to={{ pathname: cardPackPath(pack.id), search: `card=${card.id}` }}
          onClick={onOpen}
          {...parts}
        />
      )}
    />
  )
}
