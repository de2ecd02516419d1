import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import refresh from '#src/i18n/zh-CN/refresh.json'
import { useRefresh } from '#src/queries/sync/refresh.ts'
import { PullToRefresh as Pull } from '#src/ui/lists/pull-to-refresh.tsx'

addMessages('refresh', refresh)

/**
 * The screen pulled down, with the same words everywhere.
 * @param onRefresh in place of sending what waits and asking again for all that the screen shows
 */
export function PullToRefresh({ onRefresh }: { onRefresh?: () => Promise<void> }) {
  const { t } = useTranslation('refresh')
  const refreshAll = useRefresh()
  return (
    <Pull
      onRefresh={onRefresh ?? refreshAll}
      labels={{ pull: t('pull'), release: t('release'), busy: t('busy'), button: t('button') }}
    />
  )
}
