import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import install from '#src/i18n/zh-CN/install.json'
import { patterns } from '#src/lib/paths.ts'
import { Button } from '#src/ui/button.tsx'
import { FloatingCard } from '#src/ui/layers/floating-card.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { offerUpdate, subscribeToUpdate, waitingUpdate } from '../start/service-worker.ts'

addMessages('install', install)

const screens: readonly string[] = [patterns.home, patterns.resource, patterns.explore, patterns.me]

/**
 * Offers the new version where nothing is under way: never over a sitting, a form or another layer. Who passes it
 * over gets it when the app is put aside.
 */
export function UpdateOffer() {
  const { t } = useTranslation('install')
  const { pathname, search } = useLocation()
  const letIn = useSyncExternalStore(subscribeToUpdate, waitingUpdate)
  const isStudying = new URLSearchParams(search).has('study')
  if (letIn === undefined || isStudying || !screens.includes(pathname)) return null
  return (
    <FloatingCard
      title={t('update.title')}
      icon={<MoreIcon name="refresh" />}
      dismissLabel={t('dismiss')}
      onDismiss={() => offerUpdate(undefined)}
      action={
        <Button wide onClick={letIn}>
          {t('update.action')}
        </Button>
      }
    >
      {t('update.why')}
    </FloatingCard>
  )
}
