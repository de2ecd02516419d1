import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#contract/limits.ts'
import { useDraft } from '#src/queries/draft.ts'
import { useOwnReview } from '#src/queries/reviews.ts'
import type { OwnReview } from '#src/queries/shown-reviews.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { StarInput } from '#src/ui/star-rating.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import styles from './reviews.module.css'

type ReviewEditorProps = {
  packId: string
  isOpen: boolean
  onClose: () => void
  mine: OwnReview | null
  /** The server's id of the own review; null before it was sent. */
  mineId: string | null
}

export const ReviewEditor = (props: ReviewEditorProps) => {
  const { t } = useTranslation('packs')
  return (
    <Sheet open={props.isOpen} onClose={props.onClose} title={t('review.edit')} closeLabel={t('close')}>
      <Editor {...props} />
    </Sheet>
  )
}

type Draft = { rating: number; comment: string }

/** What is typed is kept as a draft of this device until it is saved. */
const Editor = ({ packId, onClose, mine, mineId }: ReviewEditorProps) => {
  const { t } = useTranslation('packs')
  const own = useOwnReview(packId)
  const [{ rating, comment }, change, forget] = useDraft<Draft>(`review-draft:${packId}`, {
    rating: mine?.rating ?? 0,
    comment: mine?.comment ?? '',
  })
  const [isSaving, setSaving] = useState(false)
  const isTooLong = Array.from(comment).length > maxCommentLength
  const finish = async (act: () => Promise<void>, done: string): Promise<void> => {
    setSaving(true)
    try {
      await act()
      forget()
      showToast('success', done)
      onClose()
    } catch {
      showToast('error', t('notKept'))
    } finally {
      setSaving(false)
    }
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
