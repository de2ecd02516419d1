import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './state.module.css'

/** One line above a screen's content: what still works, or what needs the network. */
export function OfflineNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.notice}>
      <Icon name="offline" size={18} />
      <span>{children}</span>
    </p>
  )
}
