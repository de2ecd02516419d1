import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rating } from '#contract/study.ts'
import type { SwipeSide } from '#src/ui/swipe/swipe-motion.ts'
import { useSwipe } from '#src/ui/swipe/use-swipe.ts'
import styles from './swiped-card.module.css'

/** As the rating buttons stand: back to the start of the line, on to its end; up is out of the way. */
const ratingOf: Record<SwipeSide, Rating> = { start: 1, down: 2, end: 3, up: 4 }
const sides = ['start', 'down', 'end', 'up'] as const

type SwipedCardProps = {
  /** Once the answer is seen. */
  isEnabled: boolean
  /** Ratings above it cannot be given. */
  highest?: Rating
  /** Settles when the rating is on the disk. */
  onRate: (rating: Rating) => Promise<void>
  children: ReactNode
}

/** The card on the table: follows the finger and says what letting go would rate it. */
export function SwipedCard({ isEnabled, highest = 4, onRate, children }: SwipedCardProps) {
  const { t } = useTranslation('study')
  const [card, setCard] = useState<HTMLElement | null>(null)
  useSwipe(card, {
    isEnabled,
    isUpright: true,
    onSwipe: (side) => (ratingOf[side] <= highest ? onRate(ratingOf[side]) : undefined),
  })
  return (
    <div ref={setCard} className={styles.dealt}>
      {children}
      {isEnabled && (
        <div aria-hidden="true" className={styles.hints}>
          {sides
            .filter((side) => ratingOf[side] <= highest)
            .map((side) => (
              <span key={side} data-side={side} className={styles.hint}>
                {t(`rating.${ratingOf[side]}`)}
              </span>
            ))}
        </div>
      )}
    </div>
  )
}
