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
}

const tones = { 1: styles.again, 2: styles.hard, 3: styles.good, 4: styles.easy }

export const RatingBar = ({ intervals, onRate, suggested }: RatingBarProps) => {
  const { t, i18n } = useTranslation('study')
  return (
    <div role="group" aria-label={t('ratings')} className={styles.bar}>
      {ratings.map((rating) => (
        <button
          key={rating}
          type="button"
          className={`${styles.rating} ${tones[rating]}`}
          aria-keyshortcuts={String(rating)}
          data-suggested={rating === suggested || undefined}
          onClick={() => onRate(rating)}
        >
          <span>{t(`rating.${rating}`)}</span>{' '}
          <small>{formatInterval(intervals[rating], i18n.language)}</small>
        </button>
      ))}
    </div>
  )
}
