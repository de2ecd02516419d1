import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import words from '#src/i18n/zh-CN/security.json'
import type { AccountSecurity } from '#contract/security.ts'
import { isInWeChat } from '#src/device/host-app.ts'
import { Button } from '#src/ui/button.tsx'
import { ProofByCode } from './proof-by-code.tsx'
import { ProofByWechat } from './proof-by-wechat.tsx'
import { ProofWaiting } from './proof-waiting.tsx'
import styles from '../security.module.css'

addMessages('security', words)

type ProofGateProps = { security: AccountSecurity; children: ReactNode }

/** Shows what it holds once this session has proven who is there; an older server asks for no proof. */
export function ProofGate({ security, children }: ProofGateProps) {
  const { t } = useTranslation('security')
  const [isLost, setLost] = useState(false)
  const { proof, phoneMasked, wechatBound } = security
  if (proof === undefined || proof.isFresh) return children
  const isWaiting = proof.wait?.current === true
  return (
    <div className={styles.stack}>
      <p>{t('proof.why')}</p>
      {!isLost && !isWaiting && (
        <>
          {phoneMasked !== null && <ProofByCode phoneMasked={phoneMasked} />}
          {wechatBound && isInWeChat() && <ProofByWechat />}
          {phoneMasked === null && !isInWeChat() && <p className={styles.quiet}>{t('proof.inWechat')}</p>}
          <Button kind="plain" onClick={() => setLost(true)}>
            {t(phoneMasked === null ? 'proof.noWechat' : 'proof.lost')}
          </Button>
        </>
      )}
      {(isLost || isWaiting) && (
        <ProofWaiting
          wait={proof.wait}
          phoneMasked={phoneMasked}
          onBack={isWaiting ? undefined : () => setLost(false)}
        />
      )}
    </div>
  )
}
