import { useTranslation } from 'react-i18next'
import { defaultLocale } from '#contract/constants.ts'
import type { StudyDay } from '#contract/study.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { today } from '#src/queries/statistics.ts'
import { HeatMap } from '#src/ui/charts/chart-heat-map.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { useDayName } from './learning-charts.tsx'
import styles from './learning.module.css'

type StudyCalendarProps = {
  days: readonly Pick<StudyDay, 'day' | 'answers'>[]
  /** Undefined while only this device was asked. */
  longestStreakDays: number | undefined
}

/** A year of study, from this device: the answers that wait are in it. */
export function StudyCalendar({ days, longestStreakDays }: StudyCalendarProps) {
  const { t } = useTranslation('learning')
  const dayName = useDayName()
  const month = new Intl.DateTimeFormat(defaultLocale, { month: 'short', timeZone: 'UTC' })
  const studied = days.filter(({ answers }) => answers > 0)
  const answers = studied.reduce((sum, day) => sum + day.answers, 0)
  return (
    <Section title={t('calendar')} aside={t('calendarAside')}>
      <Surface>
        <HeatMap
          label={t('calendar')}
          summary={t('calendarSummary', { days: studied.length, answers })}
          counts={new Map(days.map((day) => [day.day, day.answers]))}
          today={today()}
          weekdayLabels={t('weekdays').split(' ')}
          monthLabel={(day) => month.format(new Date(`${day}T00:00:00.000Z`))}
          dayLabel={(day, count) => t('dayAnswers', { day: dayName(day), count })}
          legend={{ less: t('less'), more: t('more') }}
          table={{
            label: t('table'),
            columns: [t('day'), t('answers')],
            rows: studied.map((day) => ({ id: day.day, cells: [day.day, String(day.answers)] })),
          }}
        />
        <p className={styles.foot}>
          <span>{t('calendarTotal', { answers: formatNumber(answers) })}</span>
          {longestStreakDays !== undefined && <span>{t('longest', { count: longestStreakDays })}</span>}
        </p>
      </Surface>
    </Section>
  )
}
