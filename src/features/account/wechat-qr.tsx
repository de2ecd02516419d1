import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { messageOf } from '#src/queries/failure.ts'
import { useWechatQr, useWechatSignIn, useWechatStatus } from '#src/queries/wechat-sign-in.ts'
import { Button } from '#src/ui/button.tsx'
import { QrCode } from '#src/ui/qr-code.tsx'
import styles from './login.module.css'

/** A QR code with its state: waiting, scanned, confirmed, expired. */
export const WechatQr = () => {
  const { t } = useTranslation('account')
  const made = useWechatQr()
  const signIn = useWechatSignIn()
  const sessionId = made.data?.sessionId ?? ''
  const status = useWechatStatus(sessionId).data?.status ?? 'pending'
  const { mutate: make } = made
  const { mutate: enter } = signIn
  const browserKey = made.data?.browserKey

  useEffect(() => make(newBrowserKey()), [make])
  useEffect(() => {
    if (status === 'confirmed' && browserKey !== undefined) enter({ browserKey, sessionId })
  }, [browserKey, enter, sessionId, status])

  const error = made.error ?? signIn.error
  const isOver = status === 'expired' || error !== null
  return (
    <div className={styles.qr}>
      {made.data !== undefined && (
        <QrCode
          text={made.data.url}
          label={t('wechat.code')}
          {...((isOver || status === 'scanned') && {
            over: isOver ? t('wechat.expired') : t('wechat.scanned'),
          })}
        />
      )}
      <p role="status">
        {made.data === undefined && error === null ? t('wechat.making') : t(`wechat.${status}`)}
      </p>
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {messageOf(error)}
        </p>
      )}
      {isOver ? (
        <Button
          kind="secondary"
          busy={made.isPending}
          onClick={() => {
            signIn.reset()
            make(newBrowserKey())
          }}
        >
          {t('wechat.refresh')}
        </Button>
      ) : (
        <p className={styles.quiet}>{t('wechat.hint')}</p>
      )}
    </div>
  )
}
