import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardText } from '#src/ui/text/card-text.tsx'
import { needsReading, readSides, type CardSides, type SideReading } from './card-sides.ts'
import styles from './generation.module.css'

const pauseMs = 300

/** The sides as the card will show them, a moment after the last letter; undefined while they are not known. */
const useReadings = (card: CardSides): readonly SideReading[] | undefined => {
  const [readings, setReadings] = useState<readonly SideReading[]>()
  const { front, back, hint, explanation } = card
  useEffect(() => {
    const typed = { front, back, hint, explanation }
    let isCurrent = true
    const show = (next: readonly SideReading[] | undefined): void => {
      if (isCurrent) setReadings(next)
    }
    const timer = setTimeout(() => {
      if (!needsReading(typed)) return show(undefined)
      // The parser may be out of reach without a network: the card is saved all the same.
      readSides(typed).then(show, () => show(undefined))
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [front, back, hint, explanation])
  return readings
}

/** How formulas, lists and the like will look; nothing for plain words. */
export function CardPreview({ card }: { card: CardSides }) {
  const { t } = useTranslation('generation')
  const readings = useReadings(card)
  if (readings === undefined) return null
  return (
    <section className={styles.preview} aria-label={t('card.preview')}>
      <p className={styles.previewTitle}>{t('card.preview')}</p>
      {readings.map((reading) => (
        <div key={reading.side} data-side={reading.side}>
          {'text' in reading ? (
            <CardText text={reading.text} />
          ) : (
            <p role="alert" className={styles.error}>
              {t('card.problem', { side: t(`card.sides.${reading.side}`), problem: reading.problem })}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
