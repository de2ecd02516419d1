import { useTranslation } from 'react-i18next'
import { defaultLocale } from '#contract/constants.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import { formatShare } from '#src/lib/format-count.ts'
import { useProfile } from '#src/queries/account.ts'
import { BarChart } from '#src/ui/charts/chart-bars.tsx'
import { LineChart } from '#src/ui/charts/chart-line.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'

/** `11月21日` of a day of the calendar. */
export function useDayName() {
  const format = new Intl.DateTimeFormat(defaultLocale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (day: string): string => format.format(new Date(`${day}T00:00:00.000Z`))
}

export function Forecast({ forecast }: Pick<StudyStatistics, 'forecast'>) {
  const { t } = useTranslation('learning')
  const dayName = useDayName()
  const total = forecast.reduce((sum, { due }) => sum + due, 0)
  if (total === 0) {
    return (
      <Section title={t('forecast')}>
        <Surface>
          <p>{t('forecastNone')}</p>
        </Surface>
      </Section>
    )
  }
  return (
    <Section title={t('forecast')}>
      <Surface>
        <BarChart
          label={t('forecast')}
          summary={t('forecastSummary', { total, today: forecast[0]?.due ?? 0 })}
          bars={forecast.map(({ day, due }, index) => ({
            id: day,
            value: due,
            spoken: t('forecastDay', { day: dayName(day), count: due }),
            strong: index === 0,
          }))}
          axis={[dayName(forecast[0]?.day ?? ''), dayName(forecast.at(-1)?.day ?? '')]}
          table={{
            label: t('table'),
            columns: [t('day'), t('due')],
            rows: forecast.map(({ day, due }) => ({ id: day, cells: [dayName(day), String(due)] })),
          }}
        />
      </Surface>
    </Section>
  )
}

export function Retention({ retention }: Pick<StudyStatistics, 'retention'>) {
  const { t } = useTranslation('learning')
  const dayName = useDayName()
  const target = useProfile().data?.study.desiredRetention
  const share = (recalled: number, answers: number): string => formatShare(recalled / answers)
  const last = retention.findLast(({ answers }) => answers > 0)
  const aside = target === undefined ? undefined : t('target', { share: formatShare(target) })
  if (last === undefined) {
    return (
      <Section title={t('retention')} {...(aside && { aside })}>
        <Surface>
          <p>{t('retentionNone')}</p>
        </Surface>
      </Section>
    )
  }
  return (
    <Section title={t('retention')} {...(aside && { aside })}>
      <Surface>
        <LineChart
          label={t('retention')}
          summary={t('retentionSummary', { share: share(last.recalled, last.answers) })}
          points={retention.map(({ weekStart, answers, recalled }) => ({
            id: weekStart,
            value: answers === 0 ? null : recalled / answers,
            spoken:
              answers === 0
                ? t('retentionWeekNone', { week: dayName(weekStart) })
                : t('retentionWeek', { week: dayName(weekStart), share: share(recalled, answers), answers }),
          }))}
          range={[0.5, 1]}
          {...(target !== undefined && { target })}
          axis={[dayName(retention[0]?.weekStart ?? ''), dayName(retention.at(-1)?.weekStart ?? '')]}
          table={{
            label: t('table'),
            columns: [t('week'), t('answers'), t('share')],
            rows: retention.map(({ weekStart, answers, recalled }) => ({
              id: weekStart,
              cells: [dayName(weekStart), String(answers), answers === 0 ? '—' : share(recalled, answers)],
            })),
          }}
        />
      </Surface>
    </Section>
  )
}
