import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { patterns } from '#src/lib/paths.ts'
import { useWechatAuthorize } from '#src/queries/session/wechat-sign-in.ts'
import { Button } from '#src/ui/button.tsx'
import { FailureNote } from '#src/parts/failure-note.tsx'

/** Proves who is there by the account's WeChat, on WeChat's own page; what it brings back is taken by the row of 微信. */
export function ProofByWechat() {
  const { t } = useTranslation('security')
  const { search } = useLocation()
  const authorize = useWechatAuthorize('prove')
  const begin = (): void => {
    const query = new URLSearchParams(search)
    query.set('proof', '1')
    authorize.mutate(
      { browserKey: newBrowserKey(), returnTo: `${patterns.accountSecurity}?${query}` },
      { onSuccess: ({ url }) => location.assign(url) },
    )
  }
  return (
    <>
      <FailureNote error={authorize.error} />
      <Button kind="secondary" wide busy={authorize.isPending} onClick={begin}>
        {t('proof.byWechat')}
      </Button>
    </>
  )
}
