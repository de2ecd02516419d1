import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { localeKey } from '#contract/constants.ts'
import { chooseDataSaver, savesData } from '#src/device/connection.ts'
import { writePreference } from '#src/device/preferences.ts'
import { changeLocale, chosenLocale } from '#src/i18n/i18n.ts'
import { hasMessages, listedLocale, locales } from '#src/i18n/locales.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { SelectField } from '#src/ui/fields/select-field.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { Switch } from '#src/ui/fields/switch.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { AboutRows } from './about-rows.tsx'
import { DeletionNotice } from './account-notices.tsx'
import { ExportRow } from './export-row.tsx'
import { InstallRow } from './install-row.tsx'
import { OfflineStorage } from './offline-storage.tsx'
import { SignOut } from './sign-out.tsx'
import { TextSizeSetting } from './text-size-setting.tsx'
import styles from './settings.module.css'

/** /settings: what belongs to this device, and the ways to the account. Nothing here waits for the network. */
export function SettingsScreen() {
  const { t } = useTranslation('settings')
  const { t: shell } = useTranslation()
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      <DeletionNotice />
      <Section title={t('account')}>
        <Surface kind="rows">
          <ListRow
            leading={<MoreIcon name="shield" size={20} />}
            title={t('security')}
            note={t('securityNote')}
            renderLink={(parts) => <Link to={patterns.accountSecurity} {...parts} />}
          />
          <ExportRow />
        </Surface>
      </Section>
      <Section title={t('display')}>
        <Surface kind="rows">
          <Language />
          <TextSizeSetting />
        </Surface>
      </Section>
      <Section title={t('data')}>
        <Surface kind="rows">
          <DataSaver />
          <OfflineStorage />
        </Surface>
      </Section>
      <Section title={t('install.section')}>
        <Surface kind="rows">
          <InstallRow />
        </Surface>
      </Section>
      <Section title={t('about')}>
        <Surface kind="rows">
          <AboutRows />
        </Surface>
      </Section>
      <div className={styles.leave}>
        <Surface kind="rows">
          <SignOut />
        </Surface>
      </div>
    </>
  )
}

const Language = () => {
  const { t } = useTranslation('settings')
  const [locale, setLocale] = useState(() => listedLocale(chosenLocale()))
  const languages = locales.map(({ code, name }) => ({
    code,
    name,
    lang: code,
    group: t(hasMessages(code) ? 'languageSpoken' : 'languageUntranslated'),
  }))
  return (
    <div className={styles.field}>
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
    </div>
  )
}

const DataSaver = () => {
  const { t } = useTranslation('settings')
  const [isOn, setOn] = useState(savesData)
  return (
    <Switch
      label={t('dataSaver')}
      note={t('dataSaverNote')}
      checked={isOn}
      onChange={(next) => {
        setOn(next)
        chooseDataSaver(next)
      }}
    />
  )
}
