import { useEffect, useState } from 'react'
import { useSendCode, useSignIn } from '#src/queries/sign-in.ts'
import { isPhone, problemOf, type LoginFields, type LoginProblem } from './login-form.ts'
import { useResendClock } from './resend-clock.ts'

const empty: LoginFields = { phone: '', code: '', agreed: false }
/** Survives a visit to the agreement and back, and nothing longer: tablets are shared. */
let draft = empty

/** The login form's state: what is typed, what is wrong, what is under way. */
export const useLogin = () => {
  const [fields, setFields] = useState(draft)
  const [problem, setProblem] = useState<LoginProblem>()
  const sendCode = useSendCode()
  const signIn = useSignIn()
  const resend = useResendClock()

  useEffect(() => {
    draft = fields
  }, [fields])

  const change = (update: Partial<LoginFields>) => {
    setFields((before) => ({ ...before, ...update }))
    setProblem(undefined)
    if (signIn.isError) signIn.reset()
    if (sendCode.isError) sendCode.reset()
  }

  const askForCode = () => {
    if (!isPhone(fields.phone)) return setProblem('phoneInvalid')
    setProblem(undefined)
    sendCode.mutate(fields.phone, { onSuccess: (reply) => resend.start(reply.resendAfterSeconds) })
  }

  const submit = () => {
    const missing = problemOf(fields)
    setProblem(missing)
    if (missing !== undefined || signIn.isPending) return
    // The promise, not a callback: signing in replaces the tree and this form with it.
    signIn.mutateAsync({ phone: fields.phone, code: fields.code }).then(
      () => {
        draft = empty
        resend.clear()
      },
      () => undefined,
    )
  }

  // The wait is the number's: a mistyped one is mended at once.
  const isOtherNumber = sendCode.variables !== undefined && sendCode.variables !== fields.phone

  return {
    fields,
    change,
    problem,
    askForCode,
    /** The consent is missing for another way to sign in. */
    askConsent: () => setProblem('agreeFirst'),
    submit,
    secondsLeft: isOtherNumber ? 0 : resend.secondsLeft,
    sending: sendCode.isPending,
    sent: sendCode.isSuccess,
    devCode: sendCode.data?.devCode,
    signingIn: signIn.isPending,
    failure: (signIn.error ?? sendCode.error)?.message,
  }
}
