import { useId, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Modal } from './modal.tsx'
import styles from './modal.module.css'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  cancelLabel: string
  confirmLabel: string
  onConfirm: () => void
  danger?: boolean
  busy?: boolean
}

/** A question with two answers. Focus starts on the harmless one. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, cancelLabel, confirmLabel, onConfirm, danger, busy } = props
  const id = useId()
  return (
    <Modal
      kind="dialog"
      role="alertdialog"
      open={open}
      onClose={onClose}
      labelledBy={id}
      describedBy={`${id}-body`}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div id={`${id}-body`} className={styles.body}>
        {children}
      </div>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
