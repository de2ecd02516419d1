import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import settings from '#src/i18n/zh-CN/settings.json'
import { patterns } from '#src/lib/paths.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useOutboxStatus } from '#src/queries/sync/upload-status.ts'
import { useKnownWaitingCalls } from '#src/queries/sync/waiting-calls.ts'
import { useSignOut } from '#src/queries/session/sign-in.ts'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'

addMessages('settings', settings)

/** The entry 退出登录 with its question, which says how many records are not uploaded yet. */
export function SignOut() {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const waiting = useOutboxStatus()?.waiting
  const changes = useKnownWaitingCalls()?.length
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
        {waiting !== undefined && changes !== undefined && (
          <Waiting answers={Math.max(0, waiting - changes)} changes={changes} />
        )}
        <FailureNote error={signOut.error} />
      </Dialog>
    </>
  )
}

/** What is not uploaded yet: answers, and whatever else was changed. */
const Waiting = ({ answers, changes }: { answers: number; changes: number }) => {
  const { t } = useTranslation('settings')
  if (answers + changes === 0) return <p>{t('nothingPending')}</p>
  const what = [
    answers > 0 && t('pendingAnswers', { amount: answers }),
    changes > 0 && t('pendingChanges', { amount: changes }),
  ]
  return <p>{t('signOutPending', { what: what.filter(Boolean).join('、') })}</p>
}
