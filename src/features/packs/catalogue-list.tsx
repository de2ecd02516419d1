import { useTranslation } from 'react-i18next'
import type { Catalogue, CatalogueCard } from '#contract/packs.ts'
import { ListRow } from '#src/ui/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { chapterNumber } from './chapter-number.ts'
import styles from './card-pack.module.css'

type Progress = ReadonlyMap<string, 'seen' | 'mastered'>

type CatalogueListProps = {
  catalogue: Catalogue
  unlocked: boolean
  /** Of this student on this device; undefined until read. */
  progress: Progress | undefined
  onOpen: (cardId: string) => void
}

/** The chapters with their cards: open ones can be looked at, the rest are locked. */
export const CatalogueList = ({ catalogue, unlocked, progress, onOpen }: CatalogueListProps) => {
  const { t } = useTranslation('packs')
  const masteredIn = (cards: readonly CatalogueCard[]): number =>
    cards.filter((card) => progress?.get(card.id) === 'mastered').length
  return catalogue.chapters.map((chapter, index) => (
    <Section
      key={chapter.id}
      title={t('chapter', { number: chapterNumber(index + 1), title: chapter.title })}
      aside={
        unlocked && progress !== undefined
          ? t('chapterMastered', { mastered: masteredIn(chapter.cards), total: chapter.cards.length })
          : t('chapterCards', { count: chapter.cards.length })
      }
    >
      <Surface kind="rows">
        {chapter.cards.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            unlocked={unlocked}
            progress={progress?.get(card.id)}
            onOpen={onOpen}
          />
        ))}
      </Surface>
    </Section>
  ))
}

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
  if (!card.preview) return <ListRow muted title={card.title} trailing={t('locked')} />
  return (
    <ListRow
      title={card.title}
      trailing={<span className={styles.preview}>{t('preview')}</span>}
      onPress={() => onOpen(card.id)}
    />
  )
}
