import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './bars.module.css'

type BottomBarProps = {
  /** The tabs and their raised button stand below it. */
  aboveTabs?: boolean
  children: ReactNode
}

/**
 * What a screen is for, in reach while a long list scrolls above it, and at the bottom when there is little above.
 * The layout gives it the rest of the screen: it must be a child of the screen's root.
 */
export function BottomBar({ aboveTabs = false, children }: BottomBarProps) {
  return (
    <div data-bottom-bar className={classNames(styles.bottomBar, aboveTabs && styles.aboveTabs)}>
      {children}
    </div>
  )
}
