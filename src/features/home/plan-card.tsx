import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TodayPlan } from '#contract/study.ts'
import { beforeStartAttribute } from '#src/lib/app-started.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { patterns } from '#src/lib/paths.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { planStage } from './carried-plan.ts'
import styles from './plan-card.module.css'

type PlanCardProps = {
  plan: TodayPlan
  /** Undefined while it is not known how many packs there are. */
  packCount: number | undefined
  onStart: () => void
}

/** Today in one card: what to do, how far it is, and one button. */
export function PlanCard({ plan, packCount, onStart }: PlanCardProps) {
  const stage = planStage(plan, packCount)
  if (stage === 'study') return <StudyPlan plan={plan} onStart={onStart} />
  return stage === 'start' ? <FirstPack /> : <FinishedDay plan={plan} />
}

const StudyPlan = ({ plan, onStart }: Omit<PlanCardProps, 'packCount'>) => {
  const { t } = useTranslation('home')
  const hasDue = plan.dueCards > 0
  const rest = [
    t(hasDue ? 'plan.due' : 'plan.new'),
    hasDue && plan.newCards > 0 && t('plan.alsoNew', { amount: formatNumber(plan.newCards) }),
    t('plan.minutes', { minutes: plan.estimatedMinutes }),
  ].filter(Boolean)
  return (
    <Surface kind="hero">
      <PlanHead title={t(hasDue ? 'plan.title' : 'plan.newTitle')} streakDays={plan.streakDays} />
      <p className={styles.figures}>
        <span className={styles.figure}>{formatNumber(hasDue ? plan.dueCards : plan.newCards)}</span>
        <span className={styles.rest}>{rest.join(' · ')}</span>
      </p>
      <Goal plan={plan} />
      <Button kind="onColor" wide onClick={onStart} {...{ [beforeStartAttribute]: '?study=today' }}>
        {t('plan.start')}
      </Button>
    </Surface>
  )
}

const FinishedDay = ({ plan }: { plan: TodayPlan }) => {
  const { t } = useTranslation('home')
  const hasLearnt = plan.answered > 0
  const rest =
    plan.streakDays > 1 ? t('plan.finishedStreak', { days: plan.streakDays }) : t('plan.finishedRest')
  return (
    <Surface kind="hero">
      <PlanHead title={t('plan.title')} streakDays={plan.streakDays} />
      <p className={styles.message}>{t(hasLearnt ? 'plan.finishedTitle' : 'plan.idleTitle')}</p>
      <p className={styles.note}>{hasLearnt ? rest : t('plan.idleReason')}</p>
      {hasLearnt && <Goal plan={plan} />}
      <ButtonLink kind="onColor" wide render={(parts) => <Link to={patterns.resource} {...parts} />}>
        {t('plan.addMore')}
      </ButtonLink>
    </Surface>
  )
}

const FirstPack = () => {
  const { t } = useTranslation('home')
  return (
    <Surface kind="hero">
      <p className={styles.message}>{t('plan.startTitle')}</p>
      <p className={styles.note}>{t('plan.startReason')}</p>
      <ButtonLink kind="onColor" wide render={(parts) => <Link to={patterns.resource} {...parts} />}>
        {t('plan.startAction')}
      </ButtonLink>
    </Surface>
  )
}

const PlanHead = ({ title, streakDays }: { title: string; streakDays: number }) => {
  const { t } = useTranslation('home')
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {streakDays > 0 && <span>{t('plan.streak', { days: streakDays })}</span>}
    </div>
  )
}

const Goal = ({ plan }: { plan: TodayPlan }) => {
  const { t } = useTranslation('home')
  const line = plan.goalReached
    ? t('plan.goalReached')
    : t('plan.goalLine', { answered: plan.answered, goal: plan.goal })
  return (
    <div className={styles.goal}>
      <ProgressBar
        label={t('plan.goal')}
        value={plan.goalReached ? plan.goal : plan.answered}
        max={plan.goal}
        tone="onColor"
      />
      <span className={styles.goalLine}>{line}</span>
    </div>
  )
}
