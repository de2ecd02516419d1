import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountSecurity } from '#contract/security.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useChangePhone } from '#src/queries/security.ts'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { OtherDevicesQuestion } from './other-devices-question.tsx'
import { PhoneProofForm } from './proof/phone-proof-form.tsx'
import { ProofGate } from './proof/proof-gate.tsx'
import { RowAction } from './row-action.tsx'
import { useOnlineAction } from './use-online-action.ts'
import { WechatRow } from './wechat/wechat-row.tsx'
import styles from './security.module.css'

type SignInWaysProps = { security: AccountSecurity }

/** The phone and the WeChat that open the account. */
export function SignInWays({ security }: SignInWaysProps) {
  const { t } = useTranslation('security')
  const { phoneMasked } = security
  const sheet = useAddressLayer('phone')
  const [isChanged, setChanged] = useState(false)
  const whenOnline = useOnlineAction()
  const has = phoneMasked !== null
  return (
    <Section title={t('signInWays')}>
      <Surface kind="rows">
        <ListRow
          leading={<MoreIcon name="phone" size={20} />}
          title={t('phone.name')}
          note={phoneMasked ?? t('phone.none')}
          trailing={
            <RowAction
              aria-label={t(has ? 'phone.changeName' : 'phone.bindName')}
              onClick={() => whenOnline(() => sheet.open())}
            >
              {t(has ? 'phone.change' : 'phone.bind')}
            </RowAction>
          }
        />
        <WechatRow
          security={security}
          leading={<MoreIcon name="chat" size={20} />}
          onNeedsPhone={sheet.open}
          onChanged={() => setChanged(true)}
        />
      </Surface>
      <Sheet
        open={sheet.value !== null}
        onClose={sheet.close}
        title={t(has ? 'phone.title' : 'phone.titleBind')}
        closeLabel={t('close')}
      >
        <ProofGate security={security}>
          <PhoneChange
            has={has}
            onDone={() => {
              sheet.close()
              setChanged(true)
            }}
          />
        </ProofGate>
      </Sheet>
      <OtherDevicesQuestion open={isChanged} onClose={() => setChanged(false)} />
    </Section>
  )
}

const PhoneChange = ({ has, onDone }: { has: boolean; onDone: () => void }) => {
  const { t } = useTranslation('security')
  const change = useChangePhone()
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t(has ? 'phone.explain' : 'phone.explainBind')}</p>
      <PhoneProofForm
        purpose="phone"
        phoneLabel={has ? t('phone.new') : t('phone.name')}
        submitLabel={t(has ? 'phone.title' : 'phone.titleBind')}
        use={change}
        onDone={() => {
          showToast('success', t(has ? 'phone.done' : 'phone.doneBind'))
          onDone()
        }}
      />
    </div>
  )
}
