import { useTranslation } from 'react-i18next'
import { copyText } from '#src/device/copy-text.ts'
import { patterns } from '#src/lib/paths.ts'
import { Button } from '#src/ui/button.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import styles from '../login/login.module.css'

/** What to do with a code that stands on the very phone that would have to scan it. */
export function WechatOnPhone() {
  const { t } = useTranslation('account')
  const copy = (): void =>
    void copyText(new URL(patterns.login, location.origin).href).then(
      () => showToast('success', t('wechat.copied')),
      () => showToast('warn', t('wechat.notCopied')),
    )
  return (
    <>
      <p className={styles.quiet}>{t('wechat.onPhone')}</p>
      <p className={styles.quiet}>{t('wechat.onPhoneInside')}</p>
      <Button kind="secondary" onClick={copy}>
        {t('wechat.copyLink')}
      </Button>
    </>
  )
}
