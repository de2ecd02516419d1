import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './banner.module.css'

type BannerProps = {
  tone?: 'quiet' | 'info' | 'ok' | 'warn' | 'danger'
  /** An `Icon` or a `MoreIcon`. */
  icon?: ReactNode
  children: ReactNode
  action?: { label: string; onPress: () => void }
  onDismiss?: () => void
  dismissLabel?: string
}

/** One lasting message within a screen: no network, a new version, what a guardian has still to do. */
export function Banner(props: BannerProps) {
  const { tone = 'quiet', icon, children, action, onDismiss, dismissLabel = '' } = props
  return (
    <div className={classNames(styles.banner, tone !== 'quiet' && styles[tone])}>
      {icon}
      <span role={tone === 'danger' ? 'alert' : 'status'} className={styles.text}>
        {children}
      </span>
      {action !== undefined && (
        <button type="button" className={styles.action} onClick={action.onPress}>
          {action.label}
        </button>
      )}
      {onDismiss !== undefined && (
        <span className={styles.close}>
          <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
        </span>
      )}
    </div>
  )
}
