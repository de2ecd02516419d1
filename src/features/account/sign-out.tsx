import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import settings from '#src/i18n/zh-CN/settings.json'
import { patterns } from '#src/lib/paths.ts'
import { useOutboxStatus } from '#src/queries/outbox.ts'
import { useSignOut } from '#src/queries/sign-in.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { showToast } from '#src/ui/toast-store.ts'

addMessages('settings', settings)

/** The entry 退出登录 with its question, which tells how many records are not uploaded yet. */
export const SignOut = () => {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const waiting = useOutboxStatus()?.waiting
  const signOut = useSignOut()
  const leave = async () => {
    await signOut.mutateAsync()
    showToast('success', t('signOutDone'))
    // Not through the guard: the next student must not land where this one was.
    void navigate(patterns.login, { replace: true })
  }
  return (
    <>
      <ListRow
        leading={<MoreIcon name="leave" size={20} />}
        title={t('signOut')}
        onPress={() => setAsking(true)}
      />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('signOutTitle')}
        cancelLabel={t('cancel')}
        confirmLabel={t('signOut')}
        onConfirm={() => void leave()}
        danger
        busy={signOut.isPending}
      >
        <p>{t('signOutBody')}</p>
        {waiting !== undefined && (
          <p>{waiting > 0 ? t('signOutPending', { count: waiting }) : t('nothingPending')}</p>
        )}
        {signOut.error && <p role="alert">{signOut.error.message}</p>}
      </Dialog>
    </>
  )
}
