import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './bars.module.css'

type TopBarProps = { title: string; backLabel: string; onBack: () => void; trailing?: ReactNode }

/** The head of a screen below a tab: back, its heading, at most two actions. */
export const TopBar = ({ title, backLabel, onBack, trailing }: TopBarProps) => (
  <header className={styles.topBar}>
    <IconButton icon="back" label={backLabel} onClick={onBack} />
    <h1 className={styles.title}>{title}</h1>
    {trailing !== undefined && <div className={styles.trailing}>{trailing}</div>}
  </header>
)
