import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { isInWeChat } from '#src/device/host-app.ts'
import { useReturnFromWechat, type WechatReturn } from '#src/device/return-from-wechat.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { tellFailure } from '#src/parts/tell-failure.ts'
import {
  signInMethodsQuery,
  useWechatAuthorize,
  useWechatSignIn,
} from '#src/queries/session/wechat-sign-in.ts'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { WechatQr } from './wechat-qr.tsx'
import styles from '../login/login.module.css'

type WechatLoginProps = {
  agreed: boolean
  /** The consent has to be ticked first. */
  onNeedsConsent: () => void
}

/** Signing in by WeChat: inside it by its own page, elsewhere by a QR code. */
export function WechatLogin({ agreed, onNeedsConsent }: WechatLoginProps) {
  const { t } = useTranslation('account')
  const { api } = useRuntime()
  const methods = useQuery(signInMethodsQuery(api))
  const online = useIsOnline()
  const qr = useAddressLayer('wechat')
  const authorize = useWechatAuthorize()
  const isInside = isInWeChat()
  const { mutate: enter, isPending: isEntering } = useWechatSignIn()
  const takeReturn = useCallback(
    (brought: WechatReturn, forget: () => void) =>
      enter(brought, {
        onError: (error) => {
          tellFailure(error)
          forget()
        },
      }),
    [enter],
  )
  useReturnFromWechat(takeReturn)
  if (methods.data?.wechat !== true) return null

  const start = (): void => {
    if (!agreed) return onNeedsConsent()
    if (!online) return showToast('warn', t('wechat.needsNetwork'))
    if (!isInside) return qr.open()
    const returnTo = `${location.pathname}${location.search}`
    authorize.mutate(
      { browserKey: newBrowserKey(), returnTo },
      {
        onSuccess: ({ url }) => location.assign(url),
        onError: (error) => tellFailure(error),
      },
    )
  }
  return (
    <div className={styles.others}>
      <p role="status" className={styles.quiet}>
        {t(isEntering ? 'wechat.entering' : 'wechat.others')}
      </p>
      <button type="button" className={styles.wechat} onClick={start}>
        <span aria-hidden className={styles.wechatMark}>
          {t('wechat.scan').slice(0, 1)}
        </span>
        {t(isInside ? 'wechat.direct' : 'wechat.scan')}
      </button>
      <Sheet
        open={qr.value !== null && agreed}
        onClose={qr.close}
        title={t('wechat.title')}
        closeLabel={t('wechat.close')}
      >
        <WechatQr />
      </Sheet>
    </div>
  )
}
