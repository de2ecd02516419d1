import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icons.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<
  ComponentProps<'button'>,
  'className' | 'children' | 'aria-label' | 'aria-pressed'
> & {
  icon: IconName
  /** The accessible name. */
  label: string
  /** For a toggle: its state, which also fills the icon. */
  pressed?: boolean
}

export const IconButton = ({ icon, label, pressed, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className={styles.iconButton} aria-label={label} aria-pressed={pressed}>
    <Icon name={icon} filled={pressed} />
  </button>
)
