import { useTranslation } from 'react-i18next'
import type { AccountSecurity } from '#contract/security.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { useProfile } from '#src/queries/account.ts'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { RowAction } from './row-action.tsx'

/** The age band, said once, and the guardian of those under 14. The sheets stand with the screens, see `app`. */
export function AgeRows({ security }: { security: AccountSecurity }) {
  const { t } = useTranslation('security')
  const { data: profile } = useProfile()
  const age = useAddressLayer('age')
  const consent = useAddressLayer('guardian')
  if (profile === undefined) return null
  const { ageBand, guardianConsent } = profile
  const { guardian } = security
  return (
    <Section title={t('age.section')}>
      <Surface kind="rows">
        <ListRow
          leading={<MoreIcon name="calendar" size={20} />}
          title={t('age.name')}
          note={ageBand === null ? t('age.none') : t(`age.${ageBand}`)}
          trailing={
            ageBand === null && (
              <RowAction aria-label={t('age.setName')} onClick={() => age.open()}>
                {t('age.set')}
              </RowAction>
            )
          }
        />
        {ageBand === 'under14' && (
          <ListRow
            leading={<MoreIcon name="shield" size={20} />}
            title={t('guardian.name')}
            note={
              guardian === null
                ? t('guardian.needed')
                : t('guardian.given', {
                    phone: guardian.phoneMasked,
                    at: formatInstant(guardian.agreedAt),
                  })
            }
            trailing={
              guardianConsent === 'needed' && (
                <RowAction aria-label={t('guardian.goName')} onClick={() => consent.open()}>
                  {t('guardian.go')}
                </RowAction>
              )
            }
          />
        )}
      </Surface>
    </Section>
  )
}
