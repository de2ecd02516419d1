import { useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CardFace } from '#contract/exploration.ts'
import { cardPackPath } from '#src/lib/paths.ts'
import { CardText } from '#src/ui/text/card-text.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import styles from './explore.module.css'

/** A card that passes by: one tap turns it, one leads to its pack. */
export function FaceCard({ face }: { face: CardFace }) {
  const { t } = useTranslation('explore')
  const [isTurned, setTurned] = useState(false)
  const { pack } = face
  return (
    <article className={styles.card} aria-label={face.title}>
      <div className={styles.head}>
        <span
          className={styles.tag}
          style={{ '--tag': `var(--c-${pack.subject.id}, var(--c-other))` } as CSSProperties}
        >
          {pack.subject.name}
        </span>
        <span className={styles.grade}>{pack.grade.name}</span>
      </div>
      <button
        type="button"
        className={styles.face}
        aria-expanded={isTurned}
        aria-label={t(isTurned ? 'flipBack' : 'flip')}
        onClick={() => setTurned(!isTurned)}
      />
      <div className={styles.text} data-turned={isTurned || undefined} aria-live="polite">
        <CardText text={face.front} />
        {isTurned && (
          <div className={styles.back}>{face.back === null ? <Locked /> : <CardText text={face.back} />}</div>
        )}
      </div>
      <div className={styles.foot}>
        <Link to={cardPackPath(pack.id)} className={styles.pack}>
          <bdi>{pack.title}</bdi>
          <Icon name="forward" size={14} />
        </Link>
        <span aria-hidden className={styles.hint}>
          {t(isTurned ? 'flipBack' : 'flip')}
        </span>
      </div>
    </article>
  )
}

const Locked = () => {
  const { t } = useTranslation('explore')
  return (
    <p className={styles.locked}>
      <MoreIcon name="lock" size={18} />
      {t('locked')}
    </p>
  )
}
