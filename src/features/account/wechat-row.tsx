import { useQuery } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountSecurity } from '#contract/security.ts'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { isInWeChat } from '#src/device/host-app.ts'
import { useReturnFromWechat, type WechatReturn } from '#src/device/return-from-wechat.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useBindWechat } from '#src/queries/security.ts'
import { tellFailure } from '#src/queries/tell-failure.ts'
import { signInMethodsQuery, useWechatAuthorize } from '#src/queries/wechat-sign-in.ts'
import { ListRow } from '#src/ui/list-row.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { RowAction } from './row-action.tsx'
import { useOnlineAction } from './use-online-action.ts'
import { WechatBindQr } from './wechat-bind-qr.tsx'
import { WechatUnbind } from './wechat-unbind.tsx'

type WechatRowProps = {
  security: AccountSecurity
  leading: ReactNode
  /** The student wants to unbind the only way in: a phone first. */
  onNeedsPhone: () => void
}

/** Binding inside WeChat leads to its own page; elsewhere a QR code leads into WeChat. */
export const WechatRow = ({ security, leading, onNeedsPhone }: WechatRowProps) => {
  const { t } = useTranslation('security')
  const { api } = useRuntime()
  const methods = useQuery(signInMethodsQuery(api))
  const qr = useAddressLayer('wechat')
  const authorize = useWechatAuthorize('bind')
  const [isUnbinding, setUnbinding] = useState(false)
  const whenOnline = useOnlineAction()
  useBindingOnReturn()
  const { wechatBound } = security
  if (!wechatBound && methods.data?.wechat !== true) return null

  const bind = (): void => {
    if (!isInWeChat()) return qr.open()
    if (authorize.isPending) return
    authorize.mutate(
      { browserKey: newBrowserKey(), returnTo: patterns.accountSecurity },
      {
        onSuccess: ({ url }) => location.assign(url),
        onError: (error) => tellFailure(error, showToast),
      },
    )
  }
  return (
    <>
      <ListRow
        leading={leading}
        title={t('wechat.name')}
        note={t(wechatBound ? 'wechat.bound' : 'wechat.notBound')}
        trailing={
          <RowAction
            aria-label={t(wechatBound ? 'wechat.unbindName' : 'wechat.bindName')}
            onClick={() => whenOnline(wechatBound ? () => setUnbinding(true) : bind)}
          >
            {t(wechatBound ? 'wechat.unbind' : 'wechat.bind')}
          </RowAction>
        }
      />
      <WechatUnbind
        open={isUnbinding}
        phoneMasked={security.phoneMasked}
        onClose={() => setUnbinding(false)}
        onNeedsPhone={onNeedsPhone}
      />
      <Sheet
        open={qr.value !== null && !isInWeChat()}
        onClose={qr.close}
        title={t('wechat.bindTitle')}
        closeLabel={t('close')}
      >
        <WechatBindQr onBound={qr.close} />
      </Sheet>
    </>
  )
}

/** Ends the binding that WeChat has brought back. */
const useBindingOnReturn = (): void => {
  const { t } = useTranslation('security')
  const { mutate } = useBindWechat()
  const take = useCallback(
    ({ code, ...proof }: WechatReturn, forget: () => void): void => {
      if (code === undefined) {
        forget()
        return showToast('warn', t('wechat.declined'))
      }
      mutate(
        { ...proof, code },
        {
          onSuccess: () => showToast('success', t('wechat.done')),
          onError: (error) => tellFailure(error, showToast),
          onSettled: forget,
        },
      )
    },
    [mutate, t],
  )
  useReturnFromWechat(take)
}
