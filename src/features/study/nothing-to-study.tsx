import { useTranslation } from 'react-i18next'
import { formatInterval } from '#src/lib/format-interval.ts'
import { useStoredPacks } from '#src/queries/packs/downloads.ts'
import type { QueueScope } from '#src/queries/study.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import styles from './study.module.css'

type NothingToStudyProps = { scope: QueueScope; nextDueAt: string | null; onClose: () => void }

/** All is done, or there is nothing on the device to study yet. */
export function NothingToStudy({ scope, nextDueAt, onClose }: NothingToStudyProps) {
  const { t } = useTranslation('study')
  const { clock } = useRuntime()
  const packs = useStoredPacks()
  const isHere = packs?.some((pack) => scope === 'today' || pack.packId === scope.packId)
  const wait = nextDueAt === null ? undefined : formatInterval(Date.parse(nextDueAt) - clock())
  const missing = scope === 'today' ? t('empty.noPacks') : t('empty.notDownloaded')
  return (
    <div className={styles.page}>
      <div className={styles.middle}>
        {isHere !== undefined && (
          <EmptyState
            icon={isHere ? 'check' : 'download'}
            title={isHere ? t('empty.title') : t('empty.nothingHere')}
            reason={isHere ? (wait === undefined ? t('empty.reason') : t('empty.next', { wait })) : missing}
            action={<Button onClick={onClose}>{t('empty.back')}</Button>}
          />
        )}
      </div>
    </div>
  )
}
