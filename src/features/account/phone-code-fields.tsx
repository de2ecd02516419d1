import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import account from '#src/i18n/zh-CN/account.json'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import type { CodeRequest } from './code-request.ts'
import { cleanCode, cleanPhone, type LoginFields, type LoginProblem } from './login-form.ts'
import styles from './phone-code-fields.module.css'

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
export const PhoneCodeFields = (props: PhoneCodeFieldsProps) => {
  const { fields, onChange, problem, request, onAsk, phoneLabel } = props
  const { t } = useTranslation('account')
  const isNamed = phoneLabel !== undefined
  const secondsLeft = request.secondsLeft(fields.phone)
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
      <TextField
        data-field="codeInvalid"
        label={t('login.code')}
        labelHidden={!isNamed}
        placeholder={t('login.codePlaceholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={fields.code}
        onChange={(typed) => onChange({ code: cleanCode(typed) })}
        error={problem === 'codeInvalid' ? t('login.codeInvalid') : undefined}
        hint={request.sent ? t('login.sent') : undefined}
        trailing={
          <span className={styles.send}>
            <Button kind="plain" small busy={request.sending} disabled={secondsLeft > 0} onClick={onAsk}>
              {secondsLeft > 0 ? t('login.resendIn', { seconds: secondsLeft }) : t('login.sendCode')}
            </Button>
          </span>
        }
      />
      {request.devCode !== undefined && (
        <DevCode code={request.devCode} onFill={(code) => onChange({ code })} />
      )}
    </>
  )
}

type DevCodeProps = { code: string; onFill: (code: string) => void }

/** The embedded SMS gateway has no phone to send to; outside production its code is shown here. */
const DevCode = ({ code, onFill }: DevCodeProps) => {
  const { t } = useTranslation('account')
  return (
    <div role="note" className={styles.dev}>
      <span>{t('login.devCode', { code })}</span>
      <Button kind="plain" small onClick={() => onFill(code)}>
        {t('login.fill')}
      </Button>
    </div>
  )
}
