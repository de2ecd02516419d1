import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import styles from './state.module.css'

type EmptyStateProps = {
  icon: IconName
  title: string
  /** What to do next. */
  reason: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ icon, title, reason, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <span className={styles.picture}>
      <Icon name={icon} size={32} />
    </span>
    <p className={styles.title}>{title}</p>
    <p className={styles.reason}>{reason}</p>
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
)
