import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import themes from '#src/i18n/zh-CN/themes.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { useProfile } from '#src/queries/account.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { availableThemesQuery, useSelectTheme } from '#src/queries/themes.ts'
import { systemDark } from '#src/ui/apply-theme.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { colorsOfTheme } from '#src/ui/theme-colors.ts'
import { ThemePicker } from '#src/ui/theme-picker.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { TopBar } from '#src/ui/top-bar.tsx'
import styles from './themes.module.css'

addMessages('themes', themes)

const listenToSystem = (listener: () => void): (() => void) => {
  const dark = systemDark()
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

/** /theme-settings: the page itself is the preview. */
export const ThemeSettingsScreen = () => {
  const { t } = useTranslation('themes')
  const { t: shell } = useTranslation()
  const { api } = useRuntime()
  const query = useQuery(availableThemesQuery(api))
  const { data: profile } = useProfile()
  const isDark = useSyncExternalStore(listenToSystem, () => systemDark().matches)
  const select = useSelectTheme()
  const change = (id: string): void => {
    const theme = query.data?.find((one) => one.id === id)
    if (theme !== undefined) void select(theme).catch(() => showToast('error', shell('error.title')))
  }
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      {query.data && profile && (
        <>
          <p className={styles.note}>{t('note')}</p>
          <ThemePicker
            label={t('choose')}
            options={query.data.map(({ id, name, config }) => ({
              id,
              name,
              colors: colorsOfTheme(config, isDark),
            }))}
            value={profile.currentTheme.id}
            onChange={change}
          />
        </>
      )}
      {query.data === undefined && query.error === null && (
        <Loading label={shell('loading')}>
          <RowBones count={4} />
        </Loading>
      )}
      {query.data === undefined && query.error !== null && (
        <ErrorState
          title={t('failed')}
          reason={isOffline(query.error) ? t('offline') : messageOf(query.error)}
          retryLabel={shell('action.retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
    </>
  )
}
