import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import account from '#src/i18n/zh-CN/account.json'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { cleanCode } from './login-form.ts'
import styles from './phone-code-fields.module.css'

addMessages('account', account)

type CodeFieldProps = {
  code: string
  onChange: (code: string) => void
  /** What was typed is no code. */
  isInvalid: boolean
  /** Whether the field is named in sight. */
  isNamed: boolean
  request: { sending: boolean; sent: boolean; devCode?: string | undefined }
  secondsLeft: number
  onAsk: () => void
}

/** The code of an SMS, with the button that asks for one. */
export function CodeField(props: CodeFieldProps) {
  const { code, onChange, isInvalid, isNamed, request, secondsLeft, onAsk } = props
  const { t } = useTranslation('account')
  return (
    <>
      <TextField
        data-field="codeInvalid"
        label={t('login.code')}
        labelHidden={!isNamed}
        placeholder={t('login.codePlaceholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(typed) => onChange(cleanCode(typed))}
        error={isInvalid ? t('login.codeInvalid') : undefined}
        hint={request.sent ? t('login.sent') : undefined}
        trailing={
          <span className={styles.send}>
            <Button kind="plain" small busy={request.sending} disabled={secondsLeft > 0} onClick={onAsk}>
              {secondsLeft > 0 ? t('login.resendIn', { seconds: secondsLeft }) : t('login.sendCode')}
            </Button>
          </span>
        }
      />
      {request.devCode !== undefined && <DevCode code={request.devCode} onFill={onChange} />}
    </>
  )
}

type DevCodeProps = { code: string; onFill: (code: string) => void }

/** The embedded SMS gateway has no phone to send to; outside production its code is shown here, to anybody who asks. */
const DevCode = ({ code, onFill }: DevCodeProps) => {
  const { t } = useTranslation('account')
  return (
    <div role="note" className={styles.dev}>
      <strong className={styles.trial}>{t('login.trial')}</strong>
      <span>{t('login.devCode', { code })}</span>
      <Button kind="plain" small onClick={() => onFill(code)}>
        {t('login.fill')}
      </Button>
    </div>
  )
}
