import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#contract/limits.ts'
import type { Card } from '#contract/packs.ts'
import { RefusedChange } from '#src/parts/refused-change.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { useCardReport, type CardReport } from '#src/queries/packs/card-reports.ts'
import { useDraft } from '#src/queries/draft.ts'
import type { WaitingCall } from '#src/queries/sync/waiting-calls.ts'
import { Button } from '#src/ui/button.tsx'
import { ChoiceRows } from '#src/ui/fields/choice-rows.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextArea } from '#src/ui/fields/text-area.tsx'
import styles from './report-form.module.css'

const problems = ['wrong_answer', 'typo', 'unclear', 'other'] as const satisfies CardReport['problem'][]

type Draft = { cardId: string; problem: CardReport['problem'] | null; comment: string }
type ReportFormProps = { card: Card; onClose: () => void }

/** What is wrong with a card. What was begun is kept as a draft of this device until the server has it. */
export function ReportForm(props: ReportFormProps) {
  const { t } = useTranslation('report')
  const report = useCardReport(props.card)
  if (report.isReported === undefined) return null
  if (!report.isReported) return <Form {...props} report={report} />
  return (
    <EmptyState
      icon="check"
      title={t('known')}
      reason={t('knownReason')}
      action={<Button onClick={props.onClose}>{t('back')}</Button>}
    />
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the server declined. */
const writtenIn = ({ input }: WaitingCall): Omit<Draft, 'cardId'> => ({
  problem: problems.find((problem) => problem === input.problem) ?? null,
  comment: textOf(input.comment),
})

const Form = ({ card, report, onClose }: ReportFormProps & { report: ReturnType<typeof useCardReport> }) => {
  const { t } = useTranslation('report')
  const save = useChange()
  const nothing = { problem: null, comment: '' }
  const [{ problem, comment }, change, forget] = useDraft<Draft>(
    'card-report',
    { cardId: card.id, ...(report.refused ? writtenIn(report.refused) : nothing) },
    ({ cardId }) => cardId === card.id,
  )
  const [isSending, setSending] = useState(false)
  const isTooLong = Array.from(comment).length > maxCommentLength
  const send = async (): Promise<void> => {
    if (problem === null || isSending) return
    setSending(true)
    const result = await save(() => report.send({ problem, comment }), {
      done: t('thanks'),
      tellsRefusal: true,
    })
    setSending(false)
    if (result !== 'sent' && result !== 'kept') return
    report.remember(true)
    forget()
    onClose()
  }
  return (
    <div className={styles.form}>
      <p className={styles.card}>{t('about', { title: card.title })}</p>
      <ChoiceRows
        label={t('problem')}
        options={problems.map((id) => ({ id, label: t(`problems.${id}`) }))}
        value={problem}
        onChange={(id) => change({ problem: id })}
      />
      <TextArea
        label={t('comment')}
        placeholder={t('placeholder')}
        rows={2}
        value={comment}
        onChange={(text) => change({ comment: text })}
        limit={maxCommentLength}
        leftLabel={(left) => t(left < 0 ? 'over' : 'left', { count: Math.abs(left) })}
      />
      <RefusedChange
        call={report.refused}
        onDrop={() => {
          report.remember(false)
          forget()
          onClose()
        }}
      />
      <Button wide busy={isSending} disabled={problem === null || isTooLong} onClick={() => void send()}>
        {t('send')}
      </Button>
    </div>
  )
}
