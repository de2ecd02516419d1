import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useProve, useSendProofCode } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import { CodeField } from '../login/code-field.tsx'
import { isCode } from '../login/login-form.ts'
import { useResendClock } from '../login/resend-clock.ts'
import styles from '../security.module.css'
import { FailureNote } from '#src/parts/failure-note.tsx'

/** Proves who is there by a code that the account's own number gets. */
export function ProofByCode({ phoneMasked }: { phoneMasked: string }) {
  const { t } = useTranslation('security')
  const [code, setCode] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const send = useSendProofCode()
  const prove = useProve()
  const resend = useResendClock('confirm')
  const ask = (): void => {
    prove.reset()
    send.mutate(undefined, { onSuccess: (reply) => resend.start(reply.resendAfterSeconds) })
  }
  const change = (typed: string): void => {
    setCode(typed)
    setInvalid(false)
    if (prove.isError) prove.reset()
    if (send.isError) send.reset()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setInvalid(!isCode(code))
    if (isCode(code) && !prove.isPending) prove.mutate({ code }, { onSuccess: resend.clear })
  }
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <p className={styles.quiet}>{t('proof.byCode', { phone: phoneMasked })}</p>
      <CodeField
        code={code}
        onChange={change}
        isInvalid={isInvalid}
        isNamed
        request={{ sending: send.isPending, sent: send.isSuccess, devCode: send.data?.devCode }}
        secondsLeft={resend.secondsLeft}
        onAsk={ask}
      />
      <FailureNote error={prove.error ?? send.error} />
      <Button type="submit" wide busy={prove.isPending}>
        {t('proof.confirm')}
      </Button>
    </form>
  )
}
