import { useTranslation } from 'react-i18next'
import type { DraftedCard } from '#src/queries/private-packs/generation-draft.ts'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { cardLine } from './card-line.ts'
import styles from './generation.module.css'

type CardRowsProps = {
  cards: readonly DraftedCard[]
  memoryKey: string
  onOpen: (cardId: string) => void
}

/** The cards of a draft or a pack; pressing one edits it. */
export function CardRows({ cards, memoryKey, onOpen }: CardRowsProps) {
  const { t } = useTranslation('generation')
  return (
    <Surface kind="rows">
      <VirtualList
        between="lines"
        items={cards}
        keyOf={({ id }) => id}
        label={t('cards')}
        estimatedRowPx={61}
        memoryKey={memoryKey}
      >
        {(card, index) => (
          <ListRow
            strong
            leading={<span className={styles.number}>{index + 1}</span>}
            title={<span className={styles.front}>{cardLine(card.front)}</span>}
            note={<span className={styles.line}>{cardLine(card.back)}</span>}
            onPress={() => onOpen(card.id)}
          />
        )}
      </VirtualList>
    </Surface>
  )
}
