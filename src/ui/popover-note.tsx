import { useId, type ReactElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import type { IconName } from './icons.tsx'
import { MoreIcon } from './more-icons.tsx'
import styles from './popover.module.css'
import { usePopover } from './use-popover.ts'

type PopoverNoteProps = {
  /** The accessible name of the button. */
  label: string
  icon?: IconName | ReactElement
  children: ReactNode
}

/** A word of explanation behind a small button. */
export const PopoverNote = ({ label, icon = <MoreIcon name="info" />, children }: PopoverNoteProps) => {
  const id = useId()
  const { open, button, box, toggle } = usePopover()
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      />
      <span role="status">
        {open && (
          <span ref={box} id={id} popover="manual" data-open className={classNames(styles.box, styles.note)}>
            {children}
          </span>
        )}
      </span>
    </>
  )
}
