import { useTranslation } from 'react-i18next'
import { messageOf } from '#src/queries/failure.ts'
import { useUnbindWechat } from '#src/queries/security.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { showToast } from '#src/ui/toast-store.ts'

type WechatUnbindProps = {
  open: boolean
  /** Null: WeChat is the only way in. */
  phoneMasked: string | null
  onClose: () => void
  onNeedsPhone: () => void
}

/** Asks before the WeChat is taken off the account; the last way in stays. */
export const WechatUnbind = ({ open, phoneMasked, onClose, onNeedsPhone }: WechatUnbindProps) => {
  const { t } = useTranslation('security')
  const unbind = useUnbindWechat()
  if (phoneMasked === null) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={t('wechat.lastTitle')}
        cancelLabel={t('cancel')}
        confirmLabel={t('phone.bindName')}
        onConfirm={() => {
          onClose()
          onNeedsPhone()
        }}
      >
        <p>{t('wechat.lastBody')}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('wechat.unbindTitle')}
      cancelLabel={t('cancel')}
      confirmLabel={t('wechat.unbind')}
      onConfirm={() =>
        unbind.mutate(undefined, {
          onSuccess: () => {
            onClose()
            showToast('success', t('wechat.unbound'))
          },
        })
      }
      danger
      busy={unbind.isPending}
    >
      <p>{t('wechat.unbindBody', { phone: phoneMasked })}</p>
      {unbind.error && <p role="alert">{messageOf(unbind.error)}</p>}
    </Dialog>
  )
}
