import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './modal.module.css'

type ModalProps = {
  open: boolean
  /**
   * Esc, the system's back gesture on a dialog, or a press beside it. The owner decides: it goes back
   * in the history when the layer is in the address, or sets its state.
   */
  onClose: () => void
  kind: 'sheet' | 'dialog' | 'full'
  role?: 'alertdialog'
  labelledBy?: string
  label?: string
  describedBy?: string
  children: ReactNode
}

/** A native modal dialog: the browser keeps focus in, makes the rest inert and gives focus back. */
export function Modal({ open, onClose, kind, role, labelledBy, label, describedBy, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
  }, [open])
  return (
    <dialog
      ref={element}
      role={role}
      className={classNames(styles.modal, styles[kind])}
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Chromium closes without asking at a second Esc, so the owner learns of it here.
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
      onClick={(event) => kind !== 'full' && beside(event.currentTarget, event) && onClose()}
    >
      {open && children}
    </dialog>
  )
}

/** A press on the backdrop reaches the dialog itself, outside its box (its padding is inside). */
const beside = (
  dialog: HTMLDialogElement,
  event: { target: EventTarget; clientX: number; clientY: number },
) => {
  if (event.target !== dialog) return false
  const box = dialog.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}
