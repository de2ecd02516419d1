import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import reminder from '#src/i18n/zh-CN/reminder.json'
import { useProfile } from '#src/queries/account.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { untilNext } from './until-next.ts'

addMessages('reminder', reminder)

const shownForMs = 6000

/** At the hour that the student has set, says what is left of today's goal; nothing when it is reached. */
export function useStudyReminder(): void {
  const { t } = useTranslation('reminder')
  const reminders = useProfile().data?.study.reminders
  const { data: plan } = useTodayPlan()
  const at = reminders?.enabled ? reminders.at : null
  const left = plan === undefined || plan.goalReached ? 0 : Math.max(0, plan.goal - plan.answered)

  useEffect(() => {
    if (at === null || left === 0) return
    const timer = setTimeout(
      () => showToast('info', t('left', { count: left }), shownForMs),
      untilNext(at, new Date()),
    )
    return () => clearTimeout(timer)
  }, [at, left, t])
}
