import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { loginBackgroundKey } from '#contract/constants.ts'
import { readPreference } from '#src/device/preferences.ts'
import { forgetWechatOpenid } from '#src/device/wechat-openid.ts'
import { patterns } from '#src/lib/paths.ts'
import { returnPath } from '#src/lib/return-path.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useRuntime } from '#src/queries/runtime.ts'
import { useSessionState } from '#src/queries/session/session-state.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/fields/checkbox.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { LoginFrame } from './login-frame.tsx'
import { PhoneCodeFields } from './phone-code-fields.tsx'
import { useLogin } from './use-login.ts'
import { WechatLogin } from '../wechat/wechat-login.tsx'
import styles from './login.module.css'

/** A student who is signed in goes on to the address that was asked for. */
export function LoginScreen() {
  const to = useAskedPath()
  const { session } = useRuntime()
  const { status } = useSessionState()
  const hasToken = session.token() !== null
  // Somebody else took the token away: to go on would lead back here, again and again.
  useEffect(() => {
    if (!hasToken && status !== 'signed-out') session.ended()
  }, [hasToken, session, status])
  return status === 'signed-in' && hasToken ? <Navigate to={to} replace /> : <LoginForm />
}

const LoginForm = () => {
  const { t } = useTranslation('account')
  const online = useIsOnline()
  const login = useLogin()
  const { fields, problem } = login
  const form = useRef<HTMLFormElement>(null)
  const background = readPreference(loginBackgroundKey)

  useEffect(forgetWechatOpenid, [])
  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>(`[data-field=${problem}]`)?.focus()
  }, [problem])

  return (
    <LoginFrame
      background={background}
      below={<WechatLogin agreed={fields.agreed} onNeedsConsent={login.askConsent} />}
    >
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          login.submit()
        }}
      >
        {!online && <OfflineNotice>{t('login.offline')}</OfflineNotice>}
        <PhoneCodeFields
          fields={fields}
          onChange={login.change}
          problem={problem}
          request={login.request}
          onAsk={login.askForCode}
        />
        <FailureNote error={login.failure} />
        <Button type="submit" wide busy={login.signingIn}>
          {t('login.submit')}
        </Button>
        <div className={styles.consent}>
          <Checkbox
            data-field="agreeFirst"
            checked={fields.agreed}
            onChange={(agreed) => login.change({ agreed })}
            aria-describedby={problem === 'agreeFirst' ? 'agree-first' : undefined}
          >
            {t('login.agree')} <Link to={patterns.userAgreement}>{t('login.terms')}</Link> {t('login.and')}{' '}
            <Link to={patterns.privacy}>{t('login.privacy')}</Link>
          </Checkbox>
          {problem === 'agreeFirst' && (
            <p role="alert" id="agree-first" className={styles.problem}>
              {t('login.agreeFirst')}
            </p>
          )}
        </div>
      </form>
    </LoginFrame>
  )
}

/** The address that was asked for, kept in the router's state or in the query. */
const useAskedPath = (): string => {
  const [query] = useSearchParams()
  const state: unknown = useLocation().state
  const asked =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : query.get('from')
  return returnPath(asked, location.origin)
}
