import { useTranslation } from 'react-i18next'
import type { Card } from '#contract/packs.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import strokeWords from '#src/i18n/zh-CN/strokes.json'
import { useStrokes, type CharacterStrokes } from '#src/queries/strokes.ts'
import { StrokeOrder } from '#src/ui/strokes/stroke-order.tsx'

addMessages('strokes', strokeWords)

/** How the card's one character is written; nothing for any other card, and while its strokes are not known. */
export function CardStrokes({ card, className }: { card: Card; className?: string | undefined }) {
  const found = useStrokes(card)
  if (!found) return null
  const strokes = <Strokes {...found} />
  return className === undefined ? strokes : <div className={className}>{strokes}</div>
}

const Strokes = ({ character, strokes }: CharacterStrokes) => {
  const { t } = useTranslation('strokes')
  return (
    <StrokeOrder
      character={character}
      strokes={strokes}
      words={{
        open: t('open'),
        label: t('label', { character, count: strokes.strokes.length }),
        replay: t('replay'),
        trace: t('trace'),
        traceBox: t('traceBox', { character }),
        tracing: t('tracing'),
        failed: t('failed'),
        traced: (mistakes) => (mistakes === 0 ? t('traced') : t('mistaken', { count: mistakes })),
      }}
    />
  )
}
