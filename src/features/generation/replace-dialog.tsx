import { useTranslation } from 'react-i18next'
import { Dialog } from '#src/ui/layers/dialog.tsx'

type ReplaceDialogProps = {
  /** What would be lost, in words; undefined while nothing is asked. */
  reason: string | undefined
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something that is not saved gives way to something new. */
export function ReplaceDialog({ reason, onClose, onConfirm }: ReplaceDialogProps) {
  const { t } = useTranslation('generation')
  return (
    <Dialog
      open={reason !== undefined}
      onClose={onClose}
      title={t('replace.title')}
      cancelLabel={t('cancel')}
      confirmLabel={t('replace.confirm')}
      danger
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      {reason}
    </Dialog>
  )
}
