import { useEffect, useId, type KeyboardEvent, type ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { MoreIcon } from '../more-icons.tsx'
import styles from './popover.module.css'
import { usePopover } from './use-popover.ts'

type MenuItem = {
  id: string
  label: string
  /** A `MoreIcon` as an element. */
  icon?: IconName | ReactElement
  danger?: boolean
  disabled?: boolean
  onPress: () => void
}

type MenuProps = {
  /** The accessible name of the button, and of the menu. */
  label: string
  items: readonly MenuItem[]
  /** Another picture than the three dots. */
  icon?: IconName | ReactElement
}

/** A few actions behind one button. Arrow keys walk, Esc goes back to the button. */
export function Menu({ label, items, icon = <MoreIcon name="more" /> }: MenuProps) {
  const id = useId()
  const { open, button, box, close, toggle } = usePopover()
  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open, box])

  const walk = (event: KeyboardEvent): void => {
    const all = rows()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') close(true)
    if (to === undefined) return
    event.preventDefault()
    all.at(to % all.length)?.focus()
  }
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      />
      {open && (
        <div
          ref={box}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          popover="manual"
          data-open
          className={classNames(styles.box, styles.menu)}
          onKeyDown={walk}
        >
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(styles.item, item.danger && styles.danger)}
              aria-disabled={item.disabled || undefined}
              onClick={() => {
                if (item.disabled) return
                close(true)
                item.onPress()
              }}
            >
              {typeof item.icon === 'string' ? <Icon name={item.icon} size={20} /> : item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
