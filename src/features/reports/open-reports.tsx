import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OpenCardReport } from '#contract/card-reports.ts'
import { openReportsQuery, useCloseReports } from '#src/queries/packs/card-reports.ts'
import { itemsOf } from '#src/queries/endless.ts'
import { Asked } from '#src/parts/asked.tsx'
import { useRuntime } from '#src/queries/runtime.ts'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { MoreReports } from './more-reports.tsx'
import styles from './open-reports.module.css'

/** For staff: every card with open reports, and the file and line that it is mended at. */
export function OpenReports() {
  const { t } = useTranslation('admin')
  const { api } = useRuntime()
  const query = useInfiniteQuery(openReportsQuery(api))
  return (
    <Section title={t('open')}>
      <Asked
        query={{ ...query, data: itemsOf(query.data) }}
        skeleton={<RowsSkeleton count={3} />}
        failed={t('failed')}
        offline={t('offlineNothing')}
      >
        {(reports) =>
          reports.length === 0 ? (
            <EmptyState icon="check" title={t('openEmpty')} reason={t('openEmptyReason')} />
          ) : (
            <Surface kind="rows">
              <ul aria-label={t('open')}>
                {reports.map((report) => (
                  <li key={report.id}>
                    <OpenReport report={report} />
                  </li>
                ))}
              </ul>
            </Surface>
          )
        }
      </Asked>
      <MoreReports query={query} />
    </Section>
  )
}

const OpenReport = ({ report }: { report: OpenCardReport }) => {
  const { t } = useTranslation('admin')
  const close = useCloseReports()
  const { title, pack, reports, problems, comments, changed, source } = report
  const facts = [
    pack.title,
    t('times', { amount: reports }),
    problems.map((problem) => t(`problems.${problem}`)).join('、'),
    changed && t('changed'),
  ]
  const finish = (): void =>
    close.mutate(report.id, {
      onSuccess: () => showToast('success', t('closedNow')),
      onError: (error) => tellFailure(error),
    })
  return (
    <div className={styles.report}>
      <p className={styles.title}>{title}</p>
      <p className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      {[...new Set(comments)].map((comment) => (
        <p key={comment}>{comment}</p>
      ))}
      <div className={styles.foot}>
        <code className={styles.source}>{source ? `${source.file}:${source.line}` : t('noSource')}</code>
        <Button
          kind="plain"
          small
          busy={close.isPending}
          aria-label={t('doneName', { title })}
          onClick={finish}
        >
          {t('done')}
        </Button>
      </div>
    </div>
  )
}
