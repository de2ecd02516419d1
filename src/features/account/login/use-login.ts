import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { patterns } from '#src/lib/paths.ts'
import { useSignIn } from '#src/queries/session/sign-in.ts'
import { useCodeRequest } from './code-request.ts'
import { isPhone, problemOf, type LoginFields, type LoginProblem } from './login-form.ts'

const empty: LoginFields = { phone: '', code: '', agreed: false }
/**
 * What is typed survives a visit to what one agrees to, and nothing longer: tablets are shared. It is kept in memory,
 * by the query client of a page that has no account, which every way of signing in replaces.
 */
const draftKey = ['login-draft']
const agreedTo: readonly string[] = [patterns.userAgreement, patterns.privacy]

/** The login form's state: what is typed, what is wrong, what is under way. */
export function useLogin() {
  const client = useQueryClient()
  const [fields, setFields] = useState(() => client.getQueryData<LoginFields>(draftKey) ?? empty)
  const [problem, setProblem] = useState<LoginProblem>()
  const request = useCodeRequest()
  const signIn = useSignIn()

  useEffect(() => {
    if (fields !== empty) client.setQueryData(draftKey, fields)
  }, [client, fields])
  useEffect(
    () => () => {
      // The address is that of the next page by now.
      if (!agreedTo.includes(location.pathname)) client.removeQueries({ queryKey: draftKey })
    },
    [client],
  )

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
      () => request.used(),
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
    failure: signIn.error ?? request.error,
  }
}
