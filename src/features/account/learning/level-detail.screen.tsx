import { useTranslation } from 'react-i18next'
import { rankOf, ranks, xpForDailyGoal, xpForFirstCorrect, xpForReview } from '#contract/progress.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import learning from '#src/i18n/zh-CN/learning.json'
import { formatNumber } from '#src/lib/format-count.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { useStatistics } from '#src/queries/statistics.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { KeyValueRows } from '#src/ui/lists/key-value-rows.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { RankLadder } from '#src/ui/charts/rank-ladder.tsx'
import { Section } from '#src/ui/section.tsx'
import { Loading, RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'

addMessages('learning', learning)

/** /level-detail: the ten ranks and what earns XP. Works from the device alone. */
export function LevelDetailScreen() {
  const { t } = useTranslation('learning')
  const { t: shell } = useTranslation()
  const { data: plan } = useTodayPlan()
  const statistics = useStatistics().data
  const xpText = (xp: number): string => t('xp', { xp: formatNumber(xp) })
  const earnings = [
    { id: 'earnFirst', xp: xpForFirstCorrect },
    { id: 'earnGood', xp: xpForReview[3] },
    { id: 'earnHard', xp: xpForReview[2] },
    { id: 'earnAgain', xp: xpForReview[1] },
    { id: 'earnGoal', xp: xpForDailyGoal },
  ] as const
  return (
    <>
      <TopBar title={t('levelTitle')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      {plan === undefined ? (
        <Loading label={t('loading')}>
          <RowsSkeleton count={6} />
        </Loading>
      ) : (
        <Ladder xp={plan.xp} />
      )}
      {statistics && (
        <Section title={t('total')} aside={xpText(statistics.xp.total)}>
          <Surface kind="rows">
            <KeyValueRows
              rows={[
                { id: 'answers', name: t('fromAnswers'), value: xpText(statistics.xp.fromAnswers) },
                { id: 'goals', name: t('fromGoals'), value: xpText(statistics.xp.fromGoals) },
              ]}
            />
          </Surface>
        </Section>
      )}
      <Section title={t('earn')}>
        <Surface kind="rows">
          <KeyValueRows rows={earnings.map(({ id, xp }) => ({ id, name: t(id), value: `+${xpText(xp)}` }))} />
        </Surface>
      </Section>
    </>
  )
}

const Ladder = ({ xp }: { xp: number }) => {
  const { t } = useTranslation('learning')
  const rank = rankOf(xp)
  return (
    <RankLadder
      label={t('ranks')}
      ranks={ranks.map(({ name, fromXp }, index) => {
        const level = index + 1
        const isCurrent = level === rank.level
        return {
          id: name,
          name,
          title: t('rankNow', { level, name }),
          note: t('rankFrom', { xp: formatNumber(fromXp) }),
          state: isCurrent ? 'current' : level < rank.level ? 'done' : 'ahead',
          ...(isCurrent &&
            rank.next !== null && {
              progress: (
                <ProgressBar
                  tone="seal"
                  label={t('toNext', {
                    name: rank.next.name,
                    xp: formatNumber(rank.next.fromXp - xp),
                  })}
                  value={xp - rank.fromXp}
                  max={rank.next.fromXp - rank.fromXp}
                />
              ),
            }),
        }
      })}
    />
  )
}
