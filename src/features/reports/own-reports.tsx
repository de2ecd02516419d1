import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownReportsQuery, useWaitingReports } from '#src/queries/packs/card-reports.ts'
import { itemsOf } from '#src/queries/endless.ts'
import { Asked } from '#src/parts/asked.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { useRuntime } from '#src/queries/runtime.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { MoreReports } from './more-reports.tsx'

/** The cards that the student reported, and what became of each. */
export function OwnReports() {
  const { t } = useTranslation('admin')
  const { api } = useRuntime()
  const waiting = useWaitingReports()
  const query = useInfiniteQuery(ownReportsQuery(api))
  return (
    <Section title={t('own')}>
      {waiting > 0 && <OfflineNotice>{t('waiting', { amount: waiting })}</OfflineNotice>}
      <Asked
        query={{ ...query, data: itemsOf(query.data) }}
        skeleton={<RowsSkeleton count={3} />}
        failed={t('failed')}
        offline={t('offlineNothing')}
      >
        {(reports) => (
          <>
            <StaleNotice error={query.error} offline={t('offline')} />
            {reports.length === 0 && waiting === 0 && (
              <EmptyState icon="check" title={t('empty')} reason={t('emptyReason')} />
            )}
            {reports.length > 0 && (
              <Surface kind="rows">
                <ul aria-label={t('own')}>
                  {reports.map(({ id, card, pack, problem, comment, status }) => (
                    <li key={id}>
                      <ListRow
                        title={card.title}
                        note={[pack.title, t(`problems.${problem}`), comment].filter(Boolean).join(' · ')}
                        trailing={t(`status.${status}`)}
                      />
                    </li>
                  ))}
                </ul>
              </Surface>
            )}
          </>
        )}
      </Asked>
      <MoreReports query={query} />
    </Section>
  )
}
