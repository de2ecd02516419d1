import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#contract/limits.ts'
import type { Card } from '#contract/packs.ts'
import { useCardReport, type CardReport } from '#src/queries/card-reports.ts'
import { useDraft } from '#src/queries/draft.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { ChoiceRows } from '#src/ui/choice-rows.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import styles from './report-form.module.css'

const problems = ['wrong_answer', 'typo', 'unclear', 'other'] as const satisfies CardReport['problem'][]

type Draft = { cardId: string; problem: CardReport['problem'] | null; comment: string }
type ReportFormProps = { card: Card; onClose: () => void }

/** What is wrong with a card. What was begun is kept as a draft of this device until it is sent. */
export const ReportForm = ({ card, onClose }: ReportFormProps) => {
  const { t } = useTranslation('report')
  const report = useCardReport(card)
  const isOnline = useIsOnline()
  const [{ problem, comment }, change, forget] = useDraft<Draft>(
    'card-report',
    { cardId: card.id, problem: null, comment: '' },
    ({ cardId }) => cardId === card.id,
  )
  const [isSending, setSending] = useState(false)
  if (report.isReported === true) {
    return (
      <EmptyState
        icon="check"
        title={t('known')}
        reason={t('knownReason')}
        action={<Button onClick={onClose}>{t('back')}</Button>}
      />
    )
  }
  const isTooLong = Array.from(comment).length > maxCommentLength
  const send = async (): Promise<void> => {
    if (problem === null || isSending) return
    setSending(true)
    try {
      await report.send({ problem, comment })
      forget()
      showToast('success', t(isOnline ? 'thanks' : 'thanksLater'))
      onClose()
    } catch {
      setSending(false)
      showToast('error', t('notKept'))
    }
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
      <Button
        wide
        busy={isSending}
        disabled={problem === null || isTooLong || report.isReported === undefined}
        onClick={() => void send()}
      >
        {t('send')}
      </Button>
    </div>
  )
}
