import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { samples } from './gallery-samples.ts'
import { Modal } from './modal.tsx'
import { Sheet } from './sheet.tsx'
import { RowBones } from './skeleton.tsx'
import { showToast } from './toast-store.ts'
import styles from './gallery.module.css'

const { words } = samples

/** The part of the gallery that stands above the page. */
export const GalleryLayers = () => {
  const [open, setOpen] = useState<'sheet' | 'dialog' | 'full'>()
  const close = () => setOpen(undefined)
  return (
    <div className={styles.line}>
      {samples.toasts.map(({ kind, message }) => (
        <Button key={kind} small kind="secondary" onClick={() => showToast(kind, message)}>
          {kind}
        </Button>
      ))}
      {(['sheet', 'dialog', 'full'] as const).map((kind) => (
        <Button key={kind} small onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <Sheet open={open === 'sheet'} onClose={close} title={words.sheet} closeLabel={words.close}>
        <RowBones count={4} />
        <Button wide onClick={() => showToast('success', words.save)}>
          {words.save}
        </Button>
      </Sheet>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title={words.dialog}
        cancelLabel={words.cancel}
        confirmLabel={words.confirm}
        onConfirm={close}
        danger
      >
        {words.dialogBody}
      </Dialog>
      <Modal kind="full" open={open === 'full'} onClose={close} label={words.start}>
        <Button onClick={close}>{words.close}</Button>
      </Modal>
    </div>
  )
}
