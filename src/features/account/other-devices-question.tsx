import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '#src/queries/runtime.ts'
import { devicesQuery, useSignOutDevice } from '#src/queries/security.ts'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'

type OtherDevicesQuestionProps = { open: boolean; onClose: () => void }

/** After a way to sign in has changed: whether the sessions elsewhere are to end. Nothing is asked where there are none. */
export function OtherDevicesQuestion({ open, onClose }: OtherDevicesQuestionProps) {
  const { t } = useTranslation('security')
  const { api } = useRuntime()
  const { data: devices = [] } = useQuery(devicesQuery(api))
  const signOut = useSignOutDevice()
  const close = (): void => {
    signOut.reset()
    onClose()
  }
  return (
    <Dialog
      open={open && devices.length > 1}
      onClose={close}
      title={t('others.title')}
      cancelLabel={t('others.keep')}
      confirmLabel={t('others.out')}
      onConfirm={() =>
        signOut.mutate(null, {
          onSuccess: () => {
            close()
            showToast('success', t('devices.othersDone'))
          },
        })
      }
      busy={signOut.isPending}
    >
      <p>{t('others.body')}</p>
      <FailureNote error={signOut.error} />
    </Dialog>
  )
}
