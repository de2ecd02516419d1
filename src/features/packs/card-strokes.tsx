import type { Card } from '#contract/packs.ts'
import { useStrokeWords } from '#src/i18n/stroke-words.ts'
import { useStrokes, type CharacterStrokes } from '#src/queries/strokes.ts'
import { StrokeOrder } from '#src/ui/stroke-order.tsx'
import styles from './card-sheet.module.css'

/** How the card's one character is written; nothing for any other card, and while nobody can tell. */
export const CardStrokes = ({ card }: { card: Card }) => {
  const found = useStrokes(card)
  return found && <Strokes {...found} />
}

const Strokes = ({ character, strokes }: CharacterStrokes) => (
  <div className={styles.strokes}>
    <StrokeOrder
      character={character}
      strokes={strokes}
      words={useStrokeWords(character, strokes.strokes.length)}
    />
  </div>
)
