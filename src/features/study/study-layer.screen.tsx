import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudyConfig } from '#contract/account.ts'
import { canSpeak } from '#src/device/speech.ts'
import { noteSitting } from '#src/device/install-memory.ts'
import { keepStorage } from '#src/device/storage-quota.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import study from '#src/i18n/zh-CN/study.json'
import { FailureState } from '#src/parts/failure-state.tsx'
import { useProfile } from '#src/queries/account.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useStudyActions, type QueueScope } from '#src/queries/study.ts'
import { Loading } from '#src/ui/skeleton.tsx'
import { showToast, type ToastKind } from '#src/ui/layers/toast-store.ts'
import { NothingToStudy } from './nothing-to-study.tsx'
import { PlayerStage } from './player-stage.tsx'
import { SessionSummaryPage } from './session-summary-page.tsx'
import { createStudyPlayer, type Trouble } from './study-player.ts'
import { useStudyKeys } from './use-study-keys.ts'
import styles from './study.module.css'

addMessages('study', study)

type StudyLayerProps = {
  scope: QueueScope
  /** Leaves the layer; every answer is on the device already. */
  onClose: () => void
}

/** The study player: fills the layer that it is put into, whose close button stands at its upper start. */
export function StudyLayer({ scope, onClose }: StudyLayerProps) {
  const { data: profile, error, failureReason, refetch } = useProfile()
  if (profile !== undefined) return <Player scope={scope} config={profile.study} onClose={onClose} />
  const failure = error ?? failureReason
  return failure === null ? <Preparing /> : <CannotStudy error={failure} onRetry={() => void refetch()} />
}

const troubleKinds: Record<Trouble, ToastKind> = {
  slot: 'warn',
  memory: 'warn',
  'not-saved': 'error',
  'not-undone': 'error',
}
const troubleDurationMs = 6000

const Player = ({ scope, config, onClose }: StudyLayerProps & { config: StudyConfig }) => {
  const { t } = useTranslation('study')
  const { clock, newId } = useRuntime()
  const device = useStudyActions()
  // The settings of the moment when the sitting began hold to its end.
  const [player] = useState(() =>
    createStudyPlayer({
      device,
      scope,
      config,
      clock,
      newId,
      canSpeak,
      random: Math.random,
      utcOffsetMinutes: () => -new Date().getTimezoneOffset(),
      onTrouble: (trouble) => showToast(troubleKinds[trouble], t(`trouble.${trouble}`), troubleDurationMs),
    }),
  )
  const view = useSyncExternalStore(player.subscribe, player.view)
  useStudyKeys(player)

  useEffect(() => {
    void player.start()
    return () => {
      void device.upload()
      // After a sitting there is something to lose: the browser is asked not to evict it.
      void keepStorage().catch(() => false)
    }
  }, [player, device])

  const isFinished = view.status === 'finished'
  useEffect(() => {
    if (isFinished) noteSitting()
  }, [isFinished])

  switch (view.status) {
    case 'loading':
      return <Preparing />
    case 'failed':
      return (
        <CannotStudy
          isOlder={view.isOlder}
          onRetry={() => (view.isOlder ? location.reload() : void player.start())}
        />
      )
    case 'empty':
      return <NothingToStudy scope={scope} nextDueAt={view.nextDueAt} onClose={onClose} />
    case 'studying':
      return <PlayerStage view={view} player={player} readsAloud={config.autoplay} />
    case 'finished':
      return <SessionSummaryPage view={view} player={player} onClose={onClose} />
  }
}

/** The table is laid and no card is on it yet. */
const Preparing = () => {
  const { t } = useTranslation('study')
  return (
    <div className={styles.player}>
      <div className={styles.head} />
      <div className={styles.table}>
        <Loading label={t('preparing')}>
          <div className={styles.placeholder} />
        </Loading>
      </div>
      <div className={styles.controls} />
    </div>
  )
}

type CannotStudyProps = {
  /** Of a call; without one it is the device that failed. */
  error?: Error
  /** Only a newer version of the app can read what is on the device. */
  isOlder?: boolean
  onRetry: () => void
}

const CannotStudy = ({ error, isOlder = false, onRetry }: CannotStudyProps) => {
  const { t } = useTranslation('study')
  const reason = t(isOlder ? 'failed.older' : 'failed.reason')
  return (
    <div className={styles.page}>
      <div className={styles.middle}>
        <FailureState
          error={error}
          title={t('failed.title')}
          offline={reason}
          other={reason}
          onRetry={onRetry}
        />
      </div>
    </div>
  )
}
