import { useTranslation } from 'react-i18next'
import { usePrivatePackActions } from '#src/queries/private-packs/generation.ts'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'

type RemovePackDialogProps = {
  /** Undefined while nothing is asked. */
  pack: { id: string; title: string } | undefined
  onClose: () => void
  onRemoved?: () => void
}

export function RemovePackDialog({ pack, onClose, onRemoved }: RemovePackDialogProps) {
  const { t } = useTranslation('generation')
  const { remove } = usePrivatePackActions()
  const confirm = async (): Promise<void> => {
    if (pack === undefined) return
    try {
      await remove(pack.id)
    } catch {
      showToast('error', t('notKept'))
      return
    }
    showToast('success', t('pack.removed'))
    ;(onRemoved ?? onClose)()
  }
  return (
    <Dialog
      open={pack !== undefined}
      onClose={onClose}
      title={t('pack.removeTitle', { title: pack?.title ?? '' })}
      cancelLabel={t('cancel')}
      confirmLabel={t('pack.removeConfirm')}
      danger
      onConfirm={() => void confirm()}
    >
      {t('pack.removeReason')}
    </Dialog>
  )
}
