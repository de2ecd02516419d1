import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { coinCardsAtLeast, dailyGoalCoins } from '#contract/coin-rules.ts'
import { xpForDailyGoal } from '#contract/progress.ts'
import { formatNumber, formatShare } from '#src/lib/format-count.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { summaryOf } from './session-summary.ts'
import type { Outcome, PlayerView, StudyPlayer } from './study-player.ts'
import { canUndo } from './study-session.ts'
import pages from './study.module.css'
import styles from './session-summary-page.module.css'

type SessionSummaryPageProps = {
  view: Extract<PlayerView, { status: 'finished' }>
  player: StudyPlayer
  onClose: () => void
}

const minuteMs = 60_000

/** What the sitting came to, stamped with a seal; the last answer can still be taken back. */
export function SessionSummaryPage({ view, player, onClose }: SessionSummaryPageProps) {
  const { t } = useTranslation('study')
  const { session, outcome } = view
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const summary = summaryOf(session.steps.map((step) => step.answer))
  // What is left of the plan is the next thing to do; after it, to stop.
  const goesOn = outcome?.hasMore === true && !outcome.plan.goalReached
  const goalXp = outcome?.goalReachedNow === true ? xpForDailyGoal : 0
  const figures = [
    { label: t('summary.cards'), value: formatNumber(summary.cards) },
    { label: t('summary.newCards'), value: formatNumber(summary.newCards) },
    { label: t('summary.correct'), value: formatShare(summary.correctShare) },
    { label: t('summary.xp'), value: `+${formatNumber(summary.xp + goalXp)}` },
    {
      label: t('summary.time'),
      value:
        summary.durationMs < minuteMs
          ? t('summary.seconds', { count: Math.round(summary.durationMs / 1000) })
          : t('summary.minutes', { count: Math.round(summary.durationMs / minuteMs) }),
    },
    {
      label: t('summary.streak'),
      value: outcome ? t('summary.days', { count: outcome.plan.streakDays }) : '–',
    },
  ]
  return (
    <div className={pages.page}>
      <header className={pages.head}>
        <div className={pages.progress} />
        <IconButton
          icon={<MoreIcon name="undo" />}
          label={t('undo')}
          disabled={!canUndo(session)}
          onClick={() => void player.undo()}
        />
      </header>
      <div className={pages.middle}>
        <div className={styles.seal}>
          <Seal large text={outcome?.plan.goalReached ? t('summary.goalSeal') : t('summary.doneSeal')} />
        </div>
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {t('summary.title')}
        </h1>
        <p className={styles.note} aria-live="polite">
          {outcome && <GoalNote {...outcome} />}
        </p>
        <Surface>
          <dl className={styles.figures}>
            {figures.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Surface>
        <p className={styles.quiet}>{t('summary.saved')}</p>
      </div>
      <div className={styles.actions}>
        {outcome?.hasMore && (
          <Button kind={goesOn ? 'primary' : 'secondary'} wide onClick={() => void player.start()}>
            {t('summary.more')}
          </Button>
        )}
        <Button kind={goesOn ? 'secondary' : 'primary'} wide onClick={onClose}>
          {t('summary.done')}
        </Button>
      </div>
    </div>
  )
}

const GoalNote = ({ plan, goalReachedNow }: Outcome) => {
  const { t } = useTranslation('study')
  if (goalReachedNow && plan.answered < coinCardsAtLeast)
    return t('summary.goalSmall', { xp: xpForDailyGoal })
  if (goalReachedNow) return t('summary.goalNow', { xp: xpForDailyGoal, coins: dailyGoalCoins })
  if (plan.goalReached) return t('summary.goalBefore')
  return t('summary.goalLeft', { count: Math.max(0, plan.goal - plan.answered) })
}
