import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import account from '#src/i18n/zh-CN/account.json'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { CodeField } from './code-field.tsx'
import type { CodeRequest } from './code-request.ts'
import { cleanPhone, type LoginFields, type LoginProblem } from './login-form.ts'

addMessages('account', account)

type PhoneCodeFieldsProps = {
  fields: Pick<LoginFields, 'phone' | 'code'>
  onChange: (change: { phone?: string; code?: string }) => void
  problem: LoginProblem | undefined
  request: CodeRequest
  onAsk: () => void
  /** Whose phone it is; the fields are then named in sight. */
  phoneLabel?: string
}

/** A phone number, and the code that was sent to it. */
export function PhoneCodeFields(props: PhoneCodeFieldsProps) {
  const { fields, onChange, problem, request, onAsk, phoneLabel } = props
  const { t } = useTranslation('account')
  const isNamed = phoneLabel !== undefined
  return (
    <>
      <TextField
        data-field="phoneInvalid"
        label={phoneLabel ?? t('login.phone')}
        labelHidden={!isNamed}
        leading="+86"
        placeholder={t('login.phonePlaceholder')}
        type="tel"
        inputMode="numeric"
        autoComplete={isNamed ? 'off' : 'tel-national'}
        value={fields.phone}
        onChange={(typed) => onChange({ phone: cleanPhone(typed) })}
        error={problem === 'phoneInvalid' ? t('login.phoneInvalid') : undefined}
      />
      <CodeField
        code={fields.code}
        onChange={(code) => onChange({ code })}
        isInvalid={problem === 'codeInvalid'}
        isNamed={isNamed}
        request={request}
        secondsLeft={request.secondsLeft(fields.phone)}
        onAsk={onAsk}
      />
    </>
  )
}
