import { useTranslation } from 'react-i18next'
import { useStoredPacks } from '#src/queries/downloads.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { RatingBar } from './rating-bar.tsx'
import { StudyCard } from './study-card.tsx'
import type { PlayerView, StudyPlayer } from './study-player.ts'
import { canUndo, countsOf } from './study-session.ts'
import styles from './study.module.css'

type PlayerStageProps = {
  view: Extract<PlayerView, { status: 'studying' }>
  player: StudyPlayer
}

/** The card on the table with all that is done to it within reach of one thumb. */
export const PlayerStage = ({ view, player }: PlayerStageProps) => {
  const { t } = useTranslation('study')
  const packs = useStoredPacks()
  const { session, card } = view
  const { done, total } = countsOf(session)
  return (
    <div className={styles.player}>
      <header className={styles.head}>
        <div className={styles.progress}>
          <ProgressBar label={t('progress')} value={done} max={total} />
        </div>
        <span className={styles.count}>{t('count', { done, total })}</span>
        <IconButton
          icon="undo"
          label={t('undo')}
          disabled={!canUndo(session)}
          aria-keyshortcuts="U"
          onClick={() => void player.undo()}
        />
      </header>
      <div className={styles.table}>
        {/* A card that comes back is dealt anew: nothing of its last showing stays. */}
        <div key={`${card.id} ${session.steps.length}`} className={styles.dealt}>
          <StudyCard
            card={card}
            pack={packs?.find((pack) => pack.packId === card.packId)}
            revealed={session.revealed}
            isNew={view.state === undefined}
            onReveal={player.reveal}
          />
        </div>
      </div>
      <div className={styles.controls}>
        {session.revealed ? (
          <RatingBar intervals={view.intervals} onRate={(rating) => void player.rate(rating)} />
        ) : (
          <Button wide onClick={player.reveal}>
            {t('showAnswer')}
          </Button>
        )}
      </div>
    </div>
  )
}
