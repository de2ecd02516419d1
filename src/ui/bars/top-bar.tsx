import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import button from '../icon-button.module.css'
import { Icon } from '../icons.tsx'
import styles from './bars.module.css'

type TopBarProps = { title: string; backLabel: string; onBack: () => void; trailing?: ReactNode }

/** The head of a screen below a tab: back, its heading, at most two actions. */
export function TopBar({ title, backLabel, onBack, trailing }: TopBarProps) {
  return (
    <header className={styles.topBar}>
      <IconButton icon="back" label={backLabel} onClick={onBack} />
      <h1 className={styles.title}>{title}</h1>
      {trailing !== undefined && <div className={styles.trailing}>{trailing}</div>}
    </header>
  )
}

/** The bar before its screen is there: only to be seen. */
export function TopBarSkeleton() {
  return (
    <div className={styles.topBar}>
      <span className={button.iconButton}>
        <Icon name="back" />
      </span>
    </div>
  )
}
