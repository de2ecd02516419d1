import { useTranslation } from 'react-i18next'
import type { StudyConfig } from '#contract/account.ts'
import { saveFile } from '#src/device/save-file.ts'
import { dailyEventFile } from '#src/lib/daily-event.ts'
import { patterns } from '#src/lib/paths.ts'
import { Button } from '#src/ui/button.tsx'
import { Switch } from '#src/ui/fields/switch.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import styles from './challenge-config.module.css'

type ReminderSettingsProps = {
  reminders: StudyConfig['reminders']
  onChange: (reminders: StudyConfig['reminders']) => void
}

/** A closed web app cannot ring, so the phone's own calendar is offered beside the reminder in the app. */
export function ReminderSettings({ reminders, onChange }: ReminderSettingsProps) {
  const { t } = useTranslation('challenge')
  const addToCalendar = (): void =>
    saveFile(
      'zhika.ics',
      'text/calendar',
      dailyEventFile({
        uid: 'daily-reminder@zhika',
        title: t('calendarTitle'),
        at: reminders.at,
        url: new URL(patterns.home, location.origin).href,
        now: new Date(),
      }),
    )
  return (
    <>
      <Switch
        label={t('reminder')}
        note={t('reminderNote')}
        checked={reminders.enabled}
        onChange={(enabled) => onChange({ ...reminders, enabled })}
      />
      {reminders.enabled && (
        <>
          <TextField
            type="time"
            label={t('reminderAt')}
            value={reminders.at}
            // An emptied field keeps the time that was set.
            onChange={(at) => /^\d{2}:\d{2}$/.test(at) && onChange({ ...reminders, at })}
          />
          <p className={styles.quiet}>{t('calendarNote')}</p>
          <Button kind="secondary" wide onClick={addToCalendar}>
            {t('calendar')}
          </Button>
        </>
      )}
    </>
  )
}
