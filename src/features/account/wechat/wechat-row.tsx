import { useQuery } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { AccountSecurity } from '#contract/security.ts'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { isInWeChat } from '#src/device/host-app.ts'
import { useReturnFromWechat, type WechatReturn } from '#src/device/return-from-wechat.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { useBindWechat, useProve } from '#src/queries/security.ts'
import { signInMethodsQuery, useWechatAuthorize } from '#src/queries/session/wechat-sign-in.ts'
import { Button } from '#src/ui/button.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { ProofGate } from '../proof/proof-gate.tsx'
import { RowAction } from '../row-action.tsx'
import { useOnlineAction } from '../use-online-action.ts'
import { WechatBindQr } from './wechat-bind-qr.tsx'
import { WechatUnbind } from './wechat-unbind.tsx'

type WechatRowProps = {
  security: AccountSecurity
  leading: ReactNode
  /** The student wants to unbind the only way in: a phone first. */
  onNeedsPhone: () => void
  /** A WeChat was bound or unbound. */
  onChanged: () => void
}

/** Binding inside WeChat leads to its own page; elsewhere a QR code leads into WeChat. */
export function WechatRow({ security, leading, onNeedsPhone, onChanged }: WechatRowProps) {
  const { t } = useTranslation('security')
  const { api } = useRuntime()
  const methods = useQuery(signInMethodsQuery(api))
  const qr = useAddressLayer('wechat')
  const authorize = useWechatAuthorize('bind')
  const unbinding = useAddressLayer('unbind')
  const whenOnline = useOnlineAction()
  useReturn(onChanged)
  const { wechatBound } = security
  if (!wechatBound && methods.data?.wechat !== true) return null

  const bind = (): void => {
    if (authorize.isPending) return
    authorize.mutate(
      { browserKey: newBrowserKey(), returnTo: patterns.accountSecurity },
      {
        onSuccess: ({ url }) => location.assign(url),
        onError: (error) => tellFailure(error),
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
            onClick={() => whenOnline(wechatBound ? () => unbinding.open() : () => qr.open())}
          >
            {t(wechatBound ? 'wechat.unbind' : 'wechat.bind')}
          </RowAction>
        }
      />
      <WechatUnbind
        open={unbinding.value !== null}
        security={security}
        onClose={unbinding.close}
        onUnbound={() => {
          unbinding.close()
          onChanged()
        }}
        onNeedsPhone={onNeedsPhone}
      />
      <Sheet
        open={qr.value !== null}
        onClose={qr.close}
        title={t('wechat.bindTitle')}
        closeLabel={t('close')}
      >
        {isInWeChat() ? (
          <ProofGate security={security}>
            <Button wide busy={authorize.isPending} onClick={bind}>
              {t('wechat.bindTitle')}
            </Button>
          </ProofGate>
        ) : (
          <WechatBindQr onBound={qr.close} />
        )}
      </Sheet>
    </>
  )
}

/** Ends what WeChat has brought back: a proof of who is there, or a binding. */
const useReturn = (onChanged: () => void): void => {
  const { t } = useTranslation('security')
  const { mutate: bind } = useBindWechat()
  const { mutate: prove } = useProve()
  const [params] = useSearchParams()
  const isProof = params.get('proof') !== null
  const take = useCallback(
    ({ code, ...proof }: WechatReturn, forget: () => void): void => {
      if (code === undefined) {
        forget()
        return showToast('warn', t(isProof ? 'proof.declined' : 'wechat.declined'))
      }
      const settled = { onError: (error: Error) => tellFailure(error), onSettled: forget }
      if (isProof) {
        const done = (): void => showToast('success', t('proof.done'))
        return prove({ wechat: { ...proof, code } }, { ...settled, onSuccess: done })
      }
      const done = (): void => {
        showToast('success', t('wechat.done'))
        onChanged()
      }
      bind({ ...proof, code }, { ...settled, onSuccess: done })
    },
    [bind, isProof, onChanged, prove, t],
  )
  useReturnFromWechat(take)
}
