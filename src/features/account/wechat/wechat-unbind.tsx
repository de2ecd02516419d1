import { useTranslation } from 'react-i18next'
import type { AccountSecurity } from '#contract/security.ts'
import { useUnbindWechat } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { ProofGate } from '../proof/proof-gate.tsx'
import styles from '../security.module.css'

type WechatUnbindProps = {
  open: boolean
  /** Without a phone WeChat is the only way in. */
  security: AccountSecurity
  onClose: () => void
  onUnbound: () => void
  onNeedsPhone: () => void
}

/** Asks before the WeChat is taken off the account; the last way in stays. */
export function WechatUnbind(props: WechatUnbindProps) {
  const { open, security, onClose, onUnbound, onNeedsPhone } = props
  const { phoneMasked } = security
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
    <Sheet open={open} onClose={onClose} title={t('wechat.unbindTitle')} closeLabel={t('close')}>
      <ProofGate security={security}>
        <div className={styles.stack}>
          <p>{t('wechat.unbindBody', { phone: phoneMasked })}</p>
          <FailureNote error={unbind.error} />
          <Button
            kind="danger"
            wide
            busy={unbind.isPending}
            onClick={() =>
              unbind.mutate(undefined, {
                onSuccess: () => {
                  onUnbound()
                  showToast('success', t('wechat.unbound'))
                },
              })
            }
          >
            {t('wechat.unbind')}
          </Button>
        </div>
      </ProofGate>
    </Sheet>
  )
}
