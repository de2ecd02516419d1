import { useTranslation } from 'react-i18next'
import { rankOf } from '#contract/progress.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { Surface } from '#src/ui/surface.tsx'
import styles from '../me.module.css'

/** The rank as a seal, with what is missing to the next one. */
export function RankCard({ xp }: { xp: number }) {
  const { t } = useTranslation('me')
  const rank = rankOf(xp)
  const missing = rank.next === null ? 0 : rank.next.fromXp - xp
  return (
    <Surface>
      <div className={styles.rank}>
        <Seal large text={rank.name} />
        <div className={styles.progress}>
          <p className={styles.title}>{t('rank', { level: rank.level, name: rank.name })}</p>
          <p className={styles.quiet}>
            {rank.next === null
              ? t('highestRank', { xp: formatNumber(xp) })
              : t('toNextRank', { name: rank.next.name, xp: formatNumber(missing) })}
          </p>
          <ProgressBar
            tone="seal"
            label={t('rankProgress')}
            value={xp - rank.fromXp}
            max={rank.next === null ? 0 : rank.next.fromXp - rank.fromXp}
          />
        </div>
      </div>
    </Surface>
  )
}
