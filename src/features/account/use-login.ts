import { useEffect, useState } from 'react'
import { useSignIn } from '#src/queries/sign-in.ts'
import { useCodeRequest } from './code-request.ts'
import { isPhone, problemOf, type LoginFields, type LoginProblem } from './login-form.ts'

const empty: LoginFields = { phone: '', code: '', agreed: false }
/** Survives a visit to the agreement and back, and nothing longer: tablets are shared. */
let draft = empty

/** The login form's state: what is typed, what is wrong, what is under way. */
export const useLogin = () => {
  const [fields, setFields] = useState(draft)
  const [problem, setProblem] = useState<LoginProblem>()
  const request = useCodeRequest()
  const signIn = useSignIn()

  useEffect(() => {
    draft = fields
  }, [fields])

  const change = (update: Partial<LoginFields>) => {
    setFields((before) => ({ ...before, ...update }))
    setProblem(undefined)
    if (signIn.isError) signIn.reset()
    request.forgetFailure()
  }

  const askForCode = () => {
    if (!isPhone(fields.phone)) return setProblem('phoneInvalid')
    setProblem(undefined)
    request.ask(fields.phone)
  }

  const submit = () => {
    const missing = problemOf(fields)
    setProblem(missing)
    if (missing !== undefined || signIn.isPending) return
    // The promise, not a callback: signing in replaces the tree and this form with it.
    signIn.mutateAsync({ phone: fields.phone, code: fields.code }).then(
      () => {
        draft = empty
        request.used()
      },
      () => undefined,
    )
  }

  return {
    fields,
    change,
    problem,
    askForCode,
    /** The consent is missing for another way to sign in. */
    askConsent: () => setProblem('agreeFirst'),
    submit,
    request,
    signingIn: signIn.isPending,
    failure: (signIn.error ?? request.error)?.message,
  }
}
