import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  value: number
  max: number
  tone?: 'primary' | 'seal' | 'onColor'
}

export function ProgressBar({ label, value, max, tone = 'primary' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classNames(styles.track, styles[tone])}
    >
      <span className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  )
}
