import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import themeWords from '#src/i18n/zh-CN/themes.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked, bothOf } from '#src/parts/asked.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { useProfile } from '#src/queries/account.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { availableThemesQuery, useCurrentTheme, useSelectTheme } from '#src/queries/themes.ts'
import { systemDark } from '#src/ui/theme/apply-theme.ts'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { colorsOfTheme } from '#src/ui/theme/theme-colors.ts'
import { ThemePicker } from '#src/ui/fields/theme-picker.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import styles from './themes.module.css'

addMessages('themes', themeWords)

const listenToSystem = (listener: () => void): (() => void) => {
  const dark = systemDark()
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

/** /theme-settings: the page itself is the preview. */
export function ThemeSettingsScreen() {
  const { t } = useTranslation('themes')
  const { t: shell } = useTranslation()
  const { api } = useRuntime()
  const query = useQuery(availableThemesQuery(api))
  const profile = useProfile()
  const isDark = useSyncExternalStore(listenToSystem, () => systemDark().matches)
  const select = useSelectTheme()
  useCurrentTheme()
  const change = useChange()
  const choose = (id: string): void => {
    const theme = query.data?.find((one) => one.id === id)
    if (theme !== undefined) void change(() => select(theme))
  }
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      <Asked
        query={bothOf(query, profile)}
        skeleton={<RowsSkeleton count={4} />}
        failed={t('failed')}
        offline={t('offline')}
      >
        {([themes, { currentTheme }]) => (
          <>
            <p className={styles.note}>{t('note')}</p>
            <ThemePicker
              label={t('choose')}
              options={themes.map(({ id, name, config }) => ({
                id,
                name,
                colors: colorsOfTheme(config, isDark),
              }))}
              value={currentTheme.id}
              onChange={choose}
            />
          </>
        )}
      </Asked>
    </>
  )
}
