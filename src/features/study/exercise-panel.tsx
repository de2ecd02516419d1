import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { highestRating, type Attempt, type Exercise } from './exercise.ts'
import { markAttempt } from './marked-attempt.ts'
import { RatingBar } from './rating-bar.tsx'
import type { PlayerView, StudyPlayer } from './study-player.ts'
import styles from './exercise-panel.module.css'

type Studying = Extract<PlayerView, { status: 'studying' }>
type PanelProps = { view: Studying; player: StudyPlayer }

/** What the thumb does with the card: choose, type or turn it; then rate. */
export function ExercisePanel({ view, player }: PanelProps) {
  const { exercise, session } = view
  if (session.revealed) return <Rated view={view} player={player} />
  switch (exercise.mode) {
    case 'choice':
      return <Choices options={exercise.options} player={player} />
    case 'cloze':
      return <Typing player={player} />
    default:
      return <ShowAnswer player={player} />
  }
}

const Rated = ({ view, player }: PanelProps) => {
  const { attempt, intervals, exercise } = view
  const suggested = attempt === null ? undefined : attempt.isRight ? 3 : 1
  return (
    <div className={styles.panel}>
      {attempt !== null && <Verdict attempt={attempt} exercise={exercise} />}
      <RatingBar
        intervals={intervals}
        suggested={suggested}
        highest={highestRating(attempt)}
        onRate={(rating) => void player.rate(rating)}
      />
    </div>
  )
}

const Verdict = ({ attempt, exercise }: { attempt: Attempt; exercise: Exercise }) => {
  const { t } = useTranslation('study')
  return (
    <p role="status" className={styles.verdict} data-right={attempt.isRight || undefined}>
      {attempt.isRight ? t('attempt.right') : t('attempt.wrong')}
      {!attempt.isRight &&
        (exercise.mode === 'cloze' ? <Marked {...attempt} {...exercise} /> : attempt.given)}
      {!attempt.isRight && attempt.lacks !== undefined && (
        <small>{t(`attempt.lacks.${attempt.lacks}`)}</small>
      )}
    </p>
  )
}

/** What was typed, with the signs that differ from the answer underlined. */
const Marked = ({ given, answer }: { given: string; answer: string }) =>
  markAttempt(given, answer).map(({ text, kind, from }) =>
    kind === 'same' ? text : <mark key={from}>{text}</mark>,
  )

const ShowAnswer = ({ player, kind }: { player: StudyPlayer; kind?: 'secondary' }) => {
  const { t } = useTranslation('study')
  return (
    <Button wide {...(kind && { kind })} onClick={player.reveal}>
      {t('showAnswer')}
    </Button>
  )
}

const Choices = ({ options, player }: { options: readonly string[]; player: StudyPlayer }) => {
  const { t } = useTranslation('study')
  return (
    <div role="group" aria-label={t('attempt.options')} className={styles.options}>
      {options.map((option, place) => (
        <button
          key={option}
          type="button"
          className={styles.option}
          aria-keyshortcuts={String(place + 1)}
          onClick={() => player.attempt(option)}
        >
          <span aria-hidden className={styles.letter}>
            {'ABCD'[place]}
          </span>
          {option}
        </button>
      ))}
    </div>
  )
}

const Typing = ({ player }: { player: StudyPlayer }) => {
  const { t } = useTranslation('study')
  const [given, setGiven] = useState('')
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (given.trim() !== '') player.attempt(given)
  }
  return (
    <form className={styles.panel} onSubmit={onSubmit}>
      <TextField
        label={t('attempt.answer')}
        labelHidden
        placeholder={t('attempt.answer')}
        value={given}
        onChange={setGiven}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
      />
      <div className={styles.row}>
        <ShowAnswer player={player} kind="secondary" />
        <Button wide type="submit" disabled={given.trim() === ''}>
          {t('attempt.check')}
        </Button>
      </div>
    </form>
  )
}
