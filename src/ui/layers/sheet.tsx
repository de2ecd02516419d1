import { useId, type ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { Modal } from './modal.tsx'
import styles from './modal.module.css'

type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
}

/** Comes up from the lower edge: filters, panels, choices. */
export function Sheet({ open, onClose, title, closeLabel, children }: SheetProps) {
  const id = useId()
  return (
    <Modal kind="sheet" open={open} onClose={onClose} labelledBy={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </Modal>
  )
}
