import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isPhone } from '#src/device/wechat.ts'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useWechatQr, useWechatSignIn, useWechatStatus } from '#src/queries/session/wechat-sign-in.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { QrCode } from '#src/ui/qr-code.tsx'
import { WechatOnPhone } from './wechat-on-phone.tsx'
import styles from '../login/login.module.css'

/** A QR code with its state: waiting, scanned, confirmed, expired. */
export function WechatQr() {
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
  const refresh = (): void => {
    signIn.reset()
    make(newBrowserKey())
  }
  return (
    <div className={styles.qr}>
      {made.data !== undefined && (
        <QrCode
          text={made.data.url}
          label={t('wechat.code')}
          {...((isOver || status === 'scanned') && {
            over: (
              <span className={styles.qrMark}>
                <Icon name={isOver ? 'warning' : 'check'} size={28} />
              </span>
            ),
          })}
        />
      )}
      <p role="status">{error === null && t(`wechat.${made.data === undefined ? 'making' : status}`)}</p>
      <FailureNote error={error} />
      {isOver || status === 'scanned' ? (
        // Also once it is scanned: the phone that scanned it may not be the student's, or may have failed.
        <Button kind={isOver ? 'secondary' : 'plain'} busy={made.isPending} onClick={refresh}>
          {t('wechat.refresh')}
        </Button>
      ) : (
        <HowToScan />
      )}
    </div>
  )
}

const HowToScan = () => {
  const { t } = useTranslation('account')
  return isPhone() ? <WechatOnPhone /> : <p className={styles.quiet}>{t('wechat.hint')}</p>
}
