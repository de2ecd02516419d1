import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { Asked } from '#src/parts/asked.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { BookGrid } from '#src/ui/book-grid.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { Section } from '#src/ui/section.tsx'
import { BooksSkeleton } from '#src/ui/skeleton.tsx'
import { optionsOfPacks } from './filter-options.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { withSubject, writeFilters, type PackFilters } from './pack-filters.ts'
import type { ShelfPack } from './shelf-pack.ts'
import { ShelfTile } from './shelf-tile.tsx'
import { SubjectPills } from './subject-pills.tsx'
import type { useMyPacks } from './use-my-packs.ts'
import styles from './own-packs.module.css'

type MyPacksProps = { filters: PackFilters; list: ReturnType<typeof useMyPacks> }

/** 我的卡包: the subjects, the filters' sheet, and the grid of books. */
export function MyPacks({ filters, list }: MyPacksProps) {
  const { t } = useTranslation('own-packs')
  const [params, setParams] = useSearchParams()
  const sheet = useAddressLayer('filter')
  // The subject has its pill; the others stand in the sheet and must be named.
  const hasMore = Object.keys(filters).some((key) => key !== 'subjectId')
  const filterBy = (next: PackFilters) => setParams(writeFilters(params, next), { replace: true })

  if (list.total === 0) {
    return (
      <Section title={t('packs.title')}>
        <p className={styles.hint}>{t('packs.emptyReason')}</p>
      </Section>
    )
  }
  return (
    <Section
      title={t('packs.title')}
      {...(list.total !== undefined && {
        aside: t('packs.filterAside', { total: list.total }),
        renderLink: (parts) => <Link to={sheet.address()} state={sheet.state} {...parts} />,
      })}
    >
      <div className={styles.pills}>
        <SubjectPills
          subjects={list.all && optionsOfPacks(list.all).subjects}
          chosen={filters.subjectId}
          onChoose={(subjectId) => filterBy(withSubject(filters, subjectId))}
        />
      </div>
      {hasMore && (
        <div className={styles.found}>
          <span role="status">{list.found !== undefined && t('packs.found', { found: list.found })}</span>
          <Button kind="plain" small onClick={() => filterBy({})}>
            {t('packs.clear')}
          </Button>
        </div>
      )}
      {list.isUnanswered && hasMore && (
        <div className={styles.notice}>
          <StaleNotice error={list.error} offline={t('packs.offlineFilter')} />
        </div>
      )}
      <Books list={list} />
      {list.all && (
        <FilterSheet isOpen={sheet.value !== null} onClose={sheet.close} filters={filters} list={list} />
      )}
    </Section>
  )
}

const Books = ({ list }: Pick<MyPacksProps, 'list'>) => {
  const { t } = useTranslation('own-packs')
  return (
    <Asked
      query={{ ...list, data: list.packs }}
      skeleton={<GridSkeleton />}
      loadingLabel={t('packs.loading')}
      failed={t('packs.failedTitle')}
    >
      {(packs) =>
        packs.length === 0 ? (
          <EmptyState icon="filter" title={t('packs.nothingTitle')} reason={t('packs.nothingReason')} />
        ) : (
          <Grid packs={packs} list={list} />
        )
      }
    </Asked>
  )
}

const GridSkeleton = () => (
  <BookGrid>
    <BooksSkeleton count={6} />
  </BookGrid>
)

const Grid = ({ packs, list }: { packs: readonly ShelfPack[]; list: MyPacksProps['list'] }) => {
  const { t } = useTranslation('own-packs')
  return (
    <>
      <Suspense fallback={<GridSkeleton />}>
        <PackGrid label={t('packs.title')} packs={packs} />
      </Suspense>
      <LoadMore
        status={list.more.status}
        onMore={list.more.load}
        thresholdPx={loadMoreThresholdPx}
        loadingLabel={t('packs.loading')}
        failedLabel={t('packs.failedMore')}
        retryLabel={t('retry')}
      />
    </>
  )
}

const mostPlainPacks = 50
/** Few students have so many packs: the others do not load what draws them. */
const LongGrid = lazy(async () => ({ default: (await import('./long-pack-grid.tsx')).LongPackGrid }))

const PackGrid = ({ label, packs }: { label: string; packs: readonly ShelfPack[] }) =>
  packs.length > mostPlainPacks ? (
    <LongGrid label={label} packs={packs} />
  ) : (
    <BookGrid label={label}>
      {packs.map((pack) => (
        <li key={pack.id}>
          <ShelfTile pack={pack} />
        </li>
      ))}
    </BookGrid>
  )
