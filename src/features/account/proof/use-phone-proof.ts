import { useEffect, useState } from 'react'
import { useAccountId } from '#src/queries/session/session-state.ts'
import type { PhoneProof } from '#src/queries/security.ts'
import { useCodeRequest } from '../login/code-request.ts'
import { isPhone, problemOf, type LoginFields, type LoginProblem } from '../login/login-form.ts'

export type ProofPurpose = 'phone' | 'guardian'

const empty: LoginFields = { phone: '', code: '', agreed: false }
/** One student's words for one purpose: they survive a visit to the privacy policy and back. */
let draft = { of: '', fields: empty }

type PhoneProofSettings = {
  purpose: ProofPurpose
  /** What has to be ticked besides. */
  needsConsent: boolean
  /** Uses the proof; `used` once the code is gone. */
  onProof: (proof: PhoneProof, used: () => void) => void
  /** What was typed has changed: the last failure is over. */
  onChange: () => void
}

/** A phone number that is proven by a code sent to it. */
export function usePhoneProof({ purpose, needsConsent, onProof, onChange }: PhoneProofSettings) {
  const owner = `${useAccountId()}/${purpose}`
  const [fields, setFields] = useState(() => (draft.of === owner ? draft.fields : empty))
  const [problem, setProblem] = useState<LoginProblem>()
  const request = useCodeRequest(purpose)

  useEffect(() => {
    draft = { of: owner, fields }
  }, [fields, owner])

  return {
    fields,
    problem,
    request,
    change: (update: Partial<LoginFields>): void => {
      setFields((before) => ({ ...before, ...update }))
      setProblem(undefined)
      request.forgetFailure()
      onChange()
    },
    askForCode: (): void => {
      if (!isPhone(fields.phone)) return setProblem('phoneInvalid')
      setProblem(undefined)
      request.ask(fields.phone)
    },
    submit: (): void => {
      const missing = problemOf({ ...fields, agreed: fields.agreed || !needsConsent })
      setProblem(missing)
      if (missing !== undefined) return
      onProof({ phone: fields.phone, code: fields.code }, () => {
        draft = { of: '', fields: empty }
        setFields(empty)
        request.used()
      })
    },
  }
}
