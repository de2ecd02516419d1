import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { dayOf } from '#contract/study-day.ts'
import { noteVisit } from '#src/device/install-memory.ts'
import { useInstall } from '#src/device/use-install.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import install from '#src/i18n/zh-CN/install.json'
import { patterns } from '#src/lib/paths.ts'
import { Button } from '#src/ui/button.tsx'
import { FloatingCard } from '#src/ui/layers/floating-card.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { subscribeToUpdate, waitingUpdate } from '../start/service-worker.ts'

addMessages('install', install)

/** `2026-03-18`, in the student's own time. */
const today = (): string => dayOf(Date.now(), -new Date().getTimezoneOffset())

/** Offers the home screen after real use, on /home alone and never over a sitting or another layer. */
export function InstallOffer() {
  const { t } = useTranslation('install')
  const { pathname, search } = useLocation()
  const { way, isWorthOffering, install: ask, dismiss } = useInstall()
  const hasUpdate = useSyncExternalStore(subscribeToUpdate, waitingUpdate) !== undefined
  useEffect(() => noteVisit(today()), [])

  const isHere = pathname === patterns.home && search === '' && !hasUpdate
  if (!isHere || !isWorthOffering || way === 'installed' || way === 'menu') return null
  const parts = { dismissLabel: t('dismiss'), onDismiss: dismiss }
  if (way === 'wechat') {
    return (
      <FloatingCard {...parts} title={t('wechatTitle')} icon={<MoreIcon name="external" />}>
        {t('wechat')}
      </FloatingCard>
    )
  }
  return (
    <FloatingCard
      {...parts}
      title={t('title')}
      icon={<MoreIcon name={way === 'ios' ? 'share' : 'phone'} />}
      action={
        way === 'prompt' && (
          <Button wide onClick={() => void ask()}>
            {t('install')}
          </Button>
        )
      }
    >
      {t(way === 'ios' ? 'ios' : 'why')}
    </FloatingCard>
  )
}
