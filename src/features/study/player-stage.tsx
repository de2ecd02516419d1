import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#contract/packs.ts'
import { useStoredPacks } from '#src/queries/packs/downloads.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { CardStrokes } from '#src/parts/card-strokes.tsx'
import { ExercisePanel } from './exercise-panel.tsx'
import { StudyCard } from './study-card.tsx'
import { SwipedCard } from './swiped-card.tsx'
import { highestRating } from './exercise.ts'
import type { PlayerView, StudyPlayer } from './study-player.ts'
import { canUndo, countsOf, shareDone } from './study-session.ts'
import { useReading } from './use-reading.ts'
import styles from './study.module.css'

type MenuProps = { card: Card; isPrivate: boolean; onEdited: () => Promise<void> }

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
export function PlayerStage({ view, player, readsAloud }: PlayerStageProps) {
  const { t } = useTranslation('study')
  const packs = useStoredPacks()
  const pack = packs?.find(({ packId }) => packId === view.card.packId)
  const { session, card, exercise } = view
  const read = useReading(view, readsAloud)
  const counts = countsOf(session)
  const hasMetAll = counts.met === counts.total
  return (
    <div className={styles.player}>
      <header className={styles.head}>
        <div className={styles.progress}>
          <ProgressBar label={t('progress')} value={shareDone(counts)} max={1} />
        </div>
        <span className={styles.count}>
          {hasMetAll
            ? t('countAgain', { count: counts.returning })
            : t('count', { done: counts.met, total: counts.total })}
        </span>
        <IconButton
          icon={<MoreIcon name="undo" />}
          label={t('undo')}
          disabled={!canUndo(session)}
          aria-keyshortcuts="U"
          onClick={() => void player.undo()}
        />
        <div className={styles.menu}>
          <Suspense fallback={null}>
            {pack && <PlayerMenu card={card} isPrivate={pack.isPrivate} onEdited={player.refresh} />}
          </Suspense>
        </div>
      </header>
      <div className={styles.table}>
        {/* A card that comes back is drawn from scratch: nothing of its last showing stays. */}
        <SwipedCard
          key={`${card.id} ${session.steps.length}`}
          isEnabled={session.revealed}
          highest={highestRating(view.attempt)}
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
