import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cardPackPath } from '#src/lib/paths.ts'
import { useSearchablePacks } from '#src/queries/downloads.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { Section } from '#src/ui/section.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { searchDevice } from './device-search.ts'
import styles from './discovery.module.css'

type DeviceResultsProps = { keyword: string; onOpenResult: () => void; onRetry: () => void }

/** What the downloaded packs hold, while the server cannot be asked. */
export const DeviceResults = ({ keyword, onOpenResult, onRetry }: DeviceResultsProps) => {
  const { t } = useTranslation('discovery')
  return (
    <>
      <div className={styles.offline}>
        <OfflineNotice>{t('search.offline')}</OfflineNotice>
        <Button kind="plain" small onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
      <Finds keyword={keyword} onOpenResult={onOpenResult} />
    </>
  )
}

const Finds = ({ keyword, onOpenResult }: Omit<DeviceResultsProps, 'onRetry'>) => {
  const { t } = useTranslation('discovery')
  const stored = useSearchablePacks()
  const finds = useMemo(() => stored && searchDevice(stored, keyword), [stored, keyword])
  if (finds === undefined) {
    return (
      <Loading label={t('search.searching')}>
        <RowBones count={4} />
      </Loading>
    )
  }
  if (finds.packs.length + finds.cards.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t('search.nothing', { keyword })}
        reason={t('search.nothingOffline')}
      />
    )
  }
  return (
    <>
      {finds.packs.length > 0 && (
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
              {(pack) => (
                <ListRow
                  strong
                  leading={
                    <BookCover
                      size="thumb"
                      subject={pack.subject.id}
                      label={pack.label}
                      mark={pack.subject.name.slice(0, 1)}
                    />
                  }
                  title={pack.title}
                  note={t('search.cardCount', { cards: pack.cardCount })}
                  renderLink={(parts) => (
                    <Link to={cardPackPath(pack.packId)} onClick={onOpenResult} {...parts} />
                  )}
                />
              )}
            </VirtualList>
          </Surface>
        </Section>
      )}
      {finds.cards.length > 0 && (
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
              {({ id, title, pack }) => (
                <ListRow
                  title={title}
                  note={pack.title}
                  renderLink={(parts) => (
                    <Link
                      to={{ pathname: cardPackPath(pack.packId), search: `card=${id}` }}
                      onClick={onOpenResult}
                      {...parts}
                    />
                  )}
                />
              )}
            </VirtualList>
          </Surface>
        </Section>
      )}
    </>
  )
}
