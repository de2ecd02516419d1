import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { useSearchablePacks } from '#src/queries/packs/searchable-packs.ts'
import { Button } from '#src/ui/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { Loading, RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { DeviceCardRow, DevicePackRow } from './device-rows.tsx'
import { searchDevice } from './device-search.ts'
import { bestRank, titlesOf } from '#src/lib/keyword-match.ts'
import { NoResults } from './no-results.tsx'
import styles from './discovery.module.css'

type DeviceResultsProps = {
  keyword: string
  /** Why the server could not be asked. */
  error: Error
  onOpenResult: () => void
  onRetry: () => void
}

/** What the downloaded packs hold, while the server cannot be asked. */
export function DeviceResults({ keyword, error, onOpenResult, onRetry }: DeviceResultsProps) {
  const { t } = useTranslation('discovery')
  return (
    <>
      <div className={styles.offline}>
        <StaleNotice error={error} offline={t('search.offline')} />
        <Button kind="plain" small onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
      <Finds keyword={keyword} onOpenResult={onOpenResult} />
    </>
  )
}

const Finds = ({ keyword, onOpenResult }: Pick<DeviceResultsProps, 'keyword' | 'onOpenResult'>) => {
  const { t } = useTranslation('discovery')
  const stored = useSearchablePacks('all')
  const finds = useMemo(() => stored && searchDevice(stored, keyword), [stored, keyword])
  if (finds === undefined) {
    return (
      <Loading label={t('search.searching')}>
        <RowsSkeleton count={4} />
      </Loading>
    )
  }
  if (finds.packs.length + finds.cards.length === 0) {
    return <NoResults keyword={keyword} reason={t('search.nothingOffline')} />
  }
  const packs = finds.packs.length > 0 && (
    <Section title={t('search.packs', { total: finds.packs.length })}>
      <Surface kind="rows">
        <VirtualList
          between="lines"
          items={finds.packs}
          keyOf={({ packId }) => packId}
          label={t('search.packs', { total: finds.packs.length })}
          estimatedRowPx={80}
          memoryKey={`device packs ${keyword}`}
        >
          {(pack) => <DevicePackRow pack={pack} onOpen={onOpenResult} />}
        </VirtualList>
      </Surface>
    </Section>
  )
  const cards = finds.cards.length > 0 && (
    <Section title={t('search.cards', { total: finds.cardTotal })}>
      <Surface kind="rows">
        <VirtualList
          between="lines"
          items={finds.cards}
          keyOf={({ id }) => id}
          label={t('search.cards', { total: finds.cardTotal })}
          estimatedRowPx={64}
          memoryKey={`device cards ${keyword}`}
        >
          {(card) => <DeviceCardRow card={card} onOpen={onOpenResult} />}
        </VirtualList>
      </Surface>
    </Section>
  )
  const areCardsBetter = bestRank(titlesOf(finds.cards), keyword) < bestRank(titlesOf(finds.packs), keyword)
  return (
    <>
      {areCardsBetter && cards}
      {packs}
      {!areCardsBetter && cards}
    </>
  )
}
