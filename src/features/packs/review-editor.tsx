import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#contract/limits.ts'
import { RefusedChange } from '#src/parts/refused-change.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { useDraft } from '#src/queries/draft.ts'
import { useOwnReview } from '#src/queries/packs/reviews.ts'
import { reviewKey, type OwnReview } from '#src/queries/packs/shown-reviews.ts'
import { useRefusedCalls, type QueuedCall, type WaitingCall } from '#src/queries/sync/waiting-calls.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { StarInput } from '#src/ui/fields/star-rating.tsx'
import { TextArea } from '#src/ui/fields/text-area.tsx'
import styles from './reviews.module.css'

type ReviewEditorProps = {
  packId: string
  isOpen: boolean
  onClose: () => void
  mine: OwnReview | null
  /** The server's id of the own review; null before it was sent. */
  mineId: string | null
}

export function ReviewEditor(props: ReviewEditorProps) {
  const { t } = useTranslation('packs')
  const calls = useRefusedCalls()
  return (
    <Sheet open={props.isOpen} onClose={props.onClose} title={t('review.edit')} closeLabel={t('close')}>
      {calls && (
        <Editor {...props} refused={calls.find((call) => call.coalesceKey === reviewKey(props.packId))} />
      )}
    </Sheet>
  )
}

type Draft = { rating: number; comment: string }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the server declined; undefined for a removal, which wrote nothing. */
const writtenIn = (call: WaitingCall | undefined): Draft | undefined =>
  call?.endpoint === 'POST /card-packs/:id/reviews'
    ? { rating: Number(call.input.rating), comment: textOf(call.input.comment) }
    : undefined

/** What is typed is kept as a draft of this device until it is saved. */
const Editor = ({
  packId,
  onClose,
  mine,
  mineId,
  refused,
}: ReviewEditorProps & { refused: WaitingCall | undefined }) => {
  const { t } = useTranslation('packs')
  const written = writtenIn(refused)
  const own = useOwnReview(packId)
  const save = useChange()
  const [{ rating, comment }, change, forget] = useDraft<Draft>(`review-draft:${packId}`, {
    ...(written ?? { rating: mine?.rating ?? 0, comment: mine?.comment ?? '' }),
  })
  const [isSaving, setSaving] = useState(false)
  const isTooLong = Array.from(comment).length > maxCommentLength
  const finish = async (act: () => Promise<QueuedCall>, done: string): Promise<void> => {
    setSaving(true)
    const result = await save(act, { done, tellsRefusal: true })
    setSaving(false)
    if (result !== 'sent' && result !== 'kept') return
    forget()
    onClose()
  }
  return (
    <div className={styles.editor}>
      <StarInput
        label={t('review.rating')}
        value={rating}
        onChange={(stars) => change({ rating: stars })}
        optionLabel={(stars) => t('review.stars', { count: stars })}
      />
      <TextArea
        label={t('review.comment')}
        labelHidden
        placeholder={t('review.placeholder')}
        value={comment}
        onChange={(text) => change({ comment: text })}
        limit={maxCommentLength}
        leftLabel={(left) => t(left < 0 ? 'review.over' : 'review.left', { count: Math.abs(left) })}
      />
      <RefusedChange
        call={refused}
        onDrop={() => {
          forget()
          onClose()
        }}
      />
      <Button
        wide
        busy={isSaving}
        disabled={rating === 0 || isTooLong}
        onClick={() => void finish(() => own.write(rating, comment.trim()), t('review.saved'))}
      >
        {t('review.save')}
      </Button>
      {mineId !== null && (
        <Button kind="plain" wide onClick={() => void finish(() => own.remove(mineId), t('review.removed'))}>
          {t('review.remove')}
        </Button>
      )}
    </div>
  )
}
