import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalogue, CatalogueCard } from '#contract/packs.ts'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { mostPlainRows, VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { chapterNumber } from './chapter-number.ts'
import styles from './card-pack.module.css'

/** A row, and what a chapter has besides its rows. */
const rowPx = 53
const chapterPx = 68

type Progress = ReadonlyMap<string, 'seen' | 'mastered'>

type CatalogueListProps = {
  catalogue: Catalogue
  unlocked: boolean
  /** Of this student on this device; undefined until read. */
  progress: Progress | undefined
  onOpen: (cardId: string) => void
}

/** The chapters with their cards: open ones can be looked at, the rest say how to open them. */
export function CatalogueList({ catalogue, unlocked, progress, onOpen }: CatalogueListProps) {
  const { t } = useTranslation('packs')
  const masteredIn = (cards: readonly CatalogueCard[]): number =>
    cards.filter((card) => progress?.get(card.id) === 'mastered').length
  const isLong = catalogue.chapters.reduce((sum, { cards }) => sum + cards.length, 0) > mostPlainRows
  return catalogue.chapters.map((chapter, index) => (
    <Chapter key={chapter.id} rows={isLong ? chapter.cards.length : 0}>
      <Section
        title={t('chapter', { number: chapterNumber(index + 1), title: chapter.title })}
        aside={
          unlocked && progress !== undefined
            ? t('chapterMastered', { mastered: masteredIn(chapter.cards), total: chapter.cards.length })
            : t('chapterCards', { count: chapter.cards.length })
        }
      >
        <Surface kind="rows">
          <VirtualList
            between="lines"
            items={chapter.cards}
            keyOf={({ id }) => id}
            label={chapter.title}
            estimatedRowPx={rowPx}
            memoryKey={`chapter ${chapter.id}`}
          >
            {(card) => (
              <CardRow card={card} unlocked={unlocked} progress={progress?.get(card.id)} onOpen={onOpen} />
            )}
          </VirtualList>
        </Surface>
      </Section>
    </Chapter>
  ))
}

/** Of a long catalogue the browser draws only the chapters near the visible part; a list beyond that is virtual itself. */
const Chapter = ({ rows, children }: { rows: number; children: ReactNode }) =>
  rows === 0 || rows > mostPlainRows ? (
    children
  ) : (
    <div
      className={styles.chapter}
      style={{ containIntrinsicBlockSize: `auto ${chapterPx + rows * rowPx}px` }}
    >
      {children}
    </div>
  )

type CardRowProps = {
  card: CatalogueCard
  unlocked: boolean
  progress: 'seen' | 'mastered' | undefined
  onOpen: (cardId: string) => void
}

const CardRow = ({ card, unlocked, progress, onOpen }: CardRowProps) => {
  const { t } = useTranslation('packs')
  if (unlocked) {
    const mark = progress && <span className={styles[progress]}>{t(progress)}</span>
    return <ListRow title={card.title} trailing={mark} onPress={() => onOpen(card.id)} />
  }
  if (!card.preview) {
    return <ListRow muted title={card.title} trailing={t('locked')} onPress={() => onOpen(card.id)} />
  }
  return (
    <ListRow
      title={card.title}
      trailing={<span className={styles.preview}>{t('preview')}</span>}
      onPress={() => onOpen(card.id)}
    />
  )
}
