import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountEvent } from '#contract/security.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { activityQuery } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import styles from './security.module.css'
import { Asked } from '#src/parts/asked.tsx'

/** As many as one looks through at once. */
const shownAtFirst = 5

/** What happened to the account lately, so that its student sees what somebody else did. */
export function ActivityList() {
  const { t } = useTranslation('security')
  const { api } = useRuntime()
  return (
    <Section title={t('activity.section')}>
      <Asked
        query={useQuery(activityQuery(api))}
        skeleton={<RowsSkeleton count={3} />}
        failed={t('activity.failed')}
      >
        {(events) => <Events events={events} />}
      </Asked>
    </Section>
  )
}

const Events = ({ events }: { events: readonly AccountEvent[] }) => {
  const { t, i18n } = useTranslation('security')
  const [isOpen, setOpen] = useState(false)
  if (events.length === 0) return <p className={styles.quiet}>{t('activity.empty')}</p>
  const nameOf = ({ kind, refused }: AccountEvent): string => {
    const what = i18n.exists(`security:activity.kinds.${kind}`)
      ? String(i18n.t(`security:activity.kinds.${kind}` as never))
      : t('activity.unknown')
    return refused ? t('activity.refused', { what }) : what
  }
  const noteOf = ({ happenedAt, deviceName, network }: AccountEvent): string =>
    [formatInstant(happenedAt), deviceName || (network === '' ? t('activity.operator') : ''), network]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className={styles.stack}>
      <Surface kind="rows">
        {events.slice(0, isOpen ? events.length : shownAtFirst).map((event) => (
          <ListRow key={event.id} title={nameOf(event)} note={noteOf(event)} />
        ))}
      </Surface>
      {!isOpen && events.length > shownAtFirst && (
        <Button kind="secondary" wide onClick={() => setOpen(true)}>
          {t('activity.all')}
        </Button>
      )}
    </div>
  )
}
