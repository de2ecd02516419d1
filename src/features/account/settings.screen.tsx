import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { localeKey } from '#contract/constants.ts'
import { writePreference } from '#src/device/preferences.ts'
import { changeLocale, chosenLocale } from '#src/i18n/i18n.ts'
import { listedLocale, locales } from '#src/i18n/locales.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { ListRow } from '#src/ui/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import { SignOut } from './sign-out.tsx'

const languages = locales.map(({ code, name }) => ({ code, name, lang: code }))

export const SettingsScreen = () => {
  const { t } = useTranslation('settings')
  const [locale, setLocale] = useState(() => listedLocale(chosenLocale()))
  const { t: shell } = useTranslation()
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      <SelectField
        label={t('language')}
        hint={t('languageNote')}
        options={languages}
        value={locale}
        onChange={(chosen) => {
          setLocale(chosen)
          writePreference(localeKey, chosen)
          changeLocale(chosen)
        }}
      />
      <Section title={t('about')}>
        <Surface kind="rows">
          <ListRow
            title={t('terms')}
            renderLink={(parts) => <Link to={patterns.userAgreement} {...parts} />}
          />
          <ListRow title={t('privacy')} renderLink={(parts) => <Link to={patterns.privacy} {...parts} />} />
        </Surface>
      </Section>
      <Section title={t('account')}>
        <Surface kind="rows">
          <SignOut />
        </Surface>
      </Section>
    </>
  )
}
