import { useState } from 'react'
import { ActionSheet } from './action-sheet.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { samples } from './gallery-samples.ts'
import { Modal } from './modal.tsx'
import { MoreIcon } from './more-icons.tsx'
import { Sheet } from './sheet.tsx'
import { RowBones } from './skeleton.tsx'
import { showToast } from './toast-store.ts'
import styles from './gallery.module.css'

const { words } = samples

/** The part of the gallery that stands above the page. */
export const GalleryLayers = () => {
  const [open, setOpen] = useState<'sheet' | 'dialog' | 'full' | 'actions'>()
  const close = () => setOpen(undefined)
  return (
    <div className={styles.line}>
      {samples.toasts.map(({ kind, message }) => (
        <Button key={kind} small kind="secondary" onClick={() => showToast(kind, message)}>
          {kind}
        </Button>
      ))}
      {(['sheet', 'dialog', 'full', 'actions'] as const).map((kind) => (
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
      <ActionSheet
        open={open === 'actions'}
        onClose={close}
        title={words.row}
        closeLabel={words.close}
        actions={[
          { id: 'edit', label: words.edit, icon: <MoreIcon name="edit" />, onPress: close },
          {
            id: 'off',
            label: words.off,
            note: words.errorReason,
            icon: 'download',
            disabled: true,
            onPress: close,
          },
          {
            id: 'delete',
            label: words.confirm,
            icon: <MoreIcon name="trash" size={20} />,
            danger: true,
            onPress: close,
          },
        ]}
      />
      <Modal kind="full" open={open === 'full'} onClose={close} label={words.start}>
        <Button onClick={close}>{words.close}</Button>
      </Modal>
    </div>
  )
}
