import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { wechatPollAfterMs } from '#contract/limits.ts'
import { patterns } from '#src/lib/paths.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { securityQuery } from '#src/queries/security.ts'
import { QrCode } from '#src/ui/qr-code.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import styles from '../security.module.css'

/**
 * A binding needs WeChat's own page, which opens in WeChat alone: the code brings the student there, to this same
 * screen. It holds no secret.
 */
export function WechatBindQr({ onBound }: { onBound: () => void }) {
  const { t } = useTranslation('security')
  const { api } = useRuntime()
  const { data } = useQuery({ ...securityQuery(api), refetchInterval: wechatPollAfterMs })
  const isBound = data?.wechatBound === true
  // An event, since `onBound` is another function at each render: the toast comes once.
  const finish = useEffectEvent(() => {
    showToast('success', t('wechat.done'))
    onBound()
  })
  useEffect(() => {
    if (isBound) finish()
  }, [isBound])
  return (
    <div className={styles.qr}>
      <QrCode text={new URL(patterns.accountSecurity, location.origin).href} label={t('wechat.code')} />
      <p role="status">{t('wechat.waiting')}</p>
      <p className={styles.quiet}>{t('wechat.bindSteps')}</p>
    </div>
  )
}
