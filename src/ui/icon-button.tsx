import type { ComponentProps, ReactElement } from 'react'
import { Icon, type IconName } from './icons.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<
  ComponentProps<'button'>,
  'className' | 'children' | 'aria-label' | 'aria-pressed'
> & {
  /** By name, or drawn in an `IconFrame`. */
  icon: IconName | ReactElement
  /** The accessible name. */
  label: string
  /** For a toggle: its state, which also fills the icon. */
  pressed?: boolean
}

export function IconButton({ icon, label, pressed, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.iconButton} aria-label={label} aria-pressed={pressed}>
      {typeof icon === 'string' ? <Icon name={icon} filled={pressed} /> : icon}
    </button>
  )
}
