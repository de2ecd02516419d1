import { useTranslation } from 'react-i18next'
import { addMessages } from './i18n.ts'
import refresh from './zh-CN/refresh.json'

addMessages('refresh', refresh)

/** The words of `PullToRefresh`, the same on every screen. */
export const useRefreshLabels = (): Record<keyof typeof refresh, string> => {
  const { t } = useTranslation('refresh')
  return { pull: t('pull'), release: t('release'), busy: t('busy'), button: t('button') }
}
