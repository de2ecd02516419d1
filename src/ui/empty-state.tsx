import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import styles from './state.module.css'

type EmptyStateProps = {
  /** A `MoreIcon` of size 32 as an element. */
  icon: IconName | ReactElement
  title: string
  /** What to do next. */
  reason: ReactNode
  action?: ReactNode
  /** The title is the heading of the whole screen. */
  asScreen?: boolean
}

export function EmptyState({ icon, title, reason, action, asScreen }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.picture}>
        {typeof icon === 'string' ? <Icon name={icon} size={32} /> : icon}
      </span>
      {asScreen ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      <p className={styles.reason}>{reason}</p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
