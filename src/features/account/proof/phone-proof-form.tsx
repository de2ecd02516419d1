import { useEffect, useRef, type ReactNode } from 'react'
import type { PhoneProof } from '#src/queries/security.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/fields/checkbox.tsx'
import { PhoneCodeFields } from '../login/phone-code-fields.tsx'
import { usePhoneProof, type ProofPurpose } from './use-phone-proof.ts'
import styles from '../security.module.css'

type PhoneProofFormProps = {
  purpose: ProofPurpose
  phoneLabel: string
  submitLabel: string
  /** A box to tick, with what is said when it is not ticked. */
  consent?: { text: ReactNode; missing: string }
  use: {
    mutate: (proof: PhoneProof, options: { onSuccess: () => void }) => void
    reset: () => void
    isPending: boolean
    error: Error | null
  }
  onDone: () => void
}

/** Proves a phone number by a code that is sent to it, and uses the proof. */
export function PhoneProofForm(props: PhoneProofFormProps) {
  const { purpose, phoneLabel, submitLabel, consent, use, onDone } = props
  const form = useRef<HTMLFormElement>(null)
  const proof = usePhoneProof({
    purpose,
    needsConsent: consent !== undefined,
    onProof: (given, used) => {
      if (use.isPending) return
      use.mutate(given, {
        onSuccess: () => {
          used()
          onDone()
        },
      })
    },
    onChange: () => {
      if (use.error !== null) use.reset()
    },
  })
  const { problem } = proof
  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>(`[data-field=${problem}]`)?.focus()
  }, [problem])
  const failure = use.error ?? proof.request.error
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        proof.submit()
      }}
    >
      <PhoneCodeFields
        fields={proof.fields}
        onChange={proof.change}
        problem={problem}
        request={proof.request}
        onAsk={proof.askForCode}
        phoneLabel={phoneLabel}
      />
      {consent !== undefined && (
        <div>
          <Checkbox
            data-field="agreeFirst"
            checked={proof.fields.agreed}
            onChange={(agreed) => proof.change({ agreed })}
            aria-describedby={problem === 'agreeFirst' ? 'proof-agree-first' : undefined}
          >
            {consent.text}
          </Checkbox>
          {problem === 'agreeFirst' && (
            <p role="alert" id="proof-agree-first" className={styles.problem}>
              {consent.missing}
            </p>
          )}
        </div>
      )}
      <FailureNote error={failure} />
      <Button type="submit" wide busy={use.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
