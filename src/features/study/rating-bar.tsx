import { useTranslation } from 'react-i18next'
import { ratings } from '#contract/scheduling.ts'
import type { Rating } from '#contract/study.ts'
import { formatInterval } from '#src/lib/format-interval.ts'
import styles from './rating-bar.module.css'

type RatingBarProps = {
  /** Milliseconds until the card comes back, for each rating. */
  intervals: Record<Rating, number>
  onRate: (rating: Rating) => void
  /** What the attempt speaks for; the student decides. */
  suggested?: Rating | undefined
  /** Ratings above it cannot be given. */
  highest?: Rating
}

const tones = { 1: styles.again, 2: styles.hard, 3: styles.good, 4: styles.easy }

export function RatingBar({ intervals, onRate, suggested, highest = 4 }: RatingBarProps) {
  const { t } = useTranslation('study')
  return (
    <div role="group" aria-label={t('ratings')} className={styles.bar}>
      {ratings.map((rating) => (
        <button
          key={rating}
          type="button"
          className={`${styles.rating} ${tones[rating]}`}
          aria-keyshortcuts={String(rating)}
          data-suggested={rating === suggested || undefined}
          disabled={rating > highest}
          onClick={() => onRate(rating)}
        >
          <span>{t(`rating.${rating}`)}</span> <small>{formatInterval(intervals[rating])}</small>
        </button>
      ))}
    </div>
  )
}
