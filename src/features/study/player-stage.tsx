import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#contract/packs.ts'
import { useStoredPacks } from '#src/queries/downloads.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { CardStrokes } from './card-strokes.tsx'
import { ExercisePanel } from './exercise-panel.tsx'
import { StudyCard } from './study-card.tsx'
import { SwipedCard } from './swiped-card.tsx'
import type { PlayerView, StudyPlayer } from './study-player.ts'
import { canUndo, countsOf } from './study-session.ts'
import { useReading } from './use-reading.ts'
import styles from './study.module.css'

type MenuProps = { card: Card; isPrivate: boolean }

/** By itself, so that the first chunk need not list its files. A sitting goes on without it. */
const PlayerMenu = lazy(() =>
  import('./player-menu.tsx').then(
    (module): { default: ComponentType<MenuProps> } => ({ default: module.PlayerMenu }),
    () => ({ default: () => null }),
  ),
)

type PlayerStageProps = {
  view: Extract<PlayerView, { status: 'studying' }>
  player: StudyPlayer
  /** Each face is read aloud as it comes up. */
  readsAloud: boolean
}

/** The card on the table with all that is done to it within reach of one thumb. */
export const PlayerStage = ({ view, player, readsAloud }: PlayerStageProps) => {
  const { t } = useTranslation('study')
  const packs = useStoredPacks()
  const pack = packs?.find(({ packId }) => packId === view.card.packId)
  const { session, card, exercise } = view
  const read = useReading(view, readsAloud)
  const { done, total } = countsOf(session)
  return (
    <div className={styles.player}>
      <header className={styles.head}>
        <div className={styles.progress}>
          <ProgressBar label={t('progress')} value={done} max={total} />
        </div>
        <span className={styles.count}>{t('count', { done, total })}</span>
        <IconButton
          icon={<MoreIcon name="undo" />}
          label={t('undo')}
          disabled={!canUndo(session)}
          aria-keyshortcuts="U"
          onClick={() => void player.undo()}
        />
        <div className={styles.menu}>
          <Suspense fallback={null}>{pack && <PlayerMenu card={card} isPrivate={pack.isPrivate} />}</Suspense>
        </div>
      </header>
      <div className={styles.table}>
        {/* A card that comes back is dealt anew: nothing of its last showing stays. */}
        <SwipedCard
          key={`${card.id} ${session.steps.length}`}
          isEnabled={session.revealed}
          onRate={player.rate}
        >
          <StudyCard
            card={card}
            pack={pack}
            revealed={session.revealed}
            isNew={view.state === undefined}
            onReveal={player.reveal}
            isHeard={exercise.mode === 'listen'}
            onRead={read}
            strokes={<CardStrokes card={card} />}
          />
        </SwipedCard>
      </div>
      <div className={styles.controls}>
        <ExercisePanel key={`${card.id} ${session.steps.length}`} view={view} player={player} />
      </div>
    </div>
  )
}
