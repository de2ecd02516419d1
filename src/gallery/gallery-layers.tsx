import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { samples } from './gallery-samples.ts'
import { Modal } from '#src/ui/layers/modal.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import styles from './gallery.module.css'

const { words } = samples

/** The part of the gallery that stands above the page. */
export function GalleryLayers() {
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
        <RowsSkeleton count={4} />
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
