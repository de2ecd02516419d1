import { useTranslation } from 'react-i18next'
import { defaultLocale, loadMoreThresholdPx } from '#contract/constants.ts'
import type { PackReview } from '#contract/reviews.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { Asked } from '#src/parts/asked.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { useReviews, useVote } from '#src/queries/packs/reviews.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ExpandableText } from '#src/ui/text/expandable-text.tsx'
import { LoadMore } from '#src/ui/lists/load-more.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Stars } from '#src/ui/fields/star-rating.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { ReviewEditor } from './review-editor.tsx'
import styles from './reviews.module.css'

/** What students say of a pack, and the way to say it: for those who have the pack. */
export function ReviewList({ packId, mayReview }: { packId: string; mayReview: boolean }) {
  const { t } = useTranslation('packs')
  const view = useReviews(packId)
  return (
    <Asked
      query={{ ...view, data: view.reviews }}
      skeleton={<RowsSkeleton count={4} />}
      failed={t('review.failed')}
      offline={t('offline.reason')}
    >
      {(reviews) => <Reviews packId={packId} mayReview={mayReview} view={view} reviews={reviews} />}
    </Asked>
  )
}

type ReviewsProps = {
  packId: string
  mayReview: boolean
  view: ReturnType<typeof useReviews>
  reviews: PackReview[]
}

const Reviews = ({ packId, mayReview, view, reviews }: ReviewsProps) => {
  const { t } = useTranslation('packs')
  const editor = useAddressLayer('review')
  const { mine, rating } = view
  const isEmpty = reviews.length === 0 && mine === null
  return (
    <div className={styles.reviews}>
      {rating !== null && (
        <p className={styles.sum}>
          <span className={styles.figure}>{rating.toFixed(1)}</span>
          <Stars value={rating} label={t('review.stars', { count: rating })} />
        </p>
      )}
      {mine !== null && (
        <section className={styles.mine} aria-label={t('review.mine')}>
          <div className={styles.line}>
            <span className={styles.name}>{t('review.mine')}</span>
            <Stars value={mine.rating} label={t('review.stars', { count: mine.rating })} />
          </div>
          {mine.comment !== '' && <p>{mine.comment}</p>}
          {mine.isWaiting && <p className={styles.quiet}>{t('review.waiting')}</p>}
        </section>
      )}
      {mayReview && (
        <Button kind="secondary" wide onClick={() => editor.open()}>
          {t(mine === null ? 'review.write' : 'review.change')}
        </Button>
      )}
      {isEmpty ? (
        <EmptyState
          icon="star"
          title={t('review.empty')}
          reason={t(mayReview ? 'review.beFirst' : 'review.unlockFirst')}
        />
      ) : (
        <VirtualList
          between="space"
          items={reviews}
          keyOf={({ id }) => id}
          label={t('review.title')}
          estimatedRowPx={148}
          memoryKey={`reviews ${packId}`}
        >
          {(review) => <Review review={review} />}
        </VirtualList>
      )}
      <LoadMore
        status={moreStatus(view)}
        onMore={() => void view.fetchNextPage()}
        thresholdPx={loadMoreThresholdPx}
        loadingLabel={t('loading')}
        failedLabel={t('review.moreFailed')}
        retryLabel={t('retry')}
      />
      <ReviewEditor
        packId={packId}
        isOpen={editor.value !== null && mayReview}
        onClose={editor.close}
        mine={mine}
        mineId={view.mineId}
      />
    </div>
  )
}

const Review = ({ review }: { review: PackReview }) => {
  const { t } = useTranslation('packs')
  const vote = useVote()
  const change = useChange()
  const day = new Intl.DateTimeFormat(defaultLocale, { dateStyle: 'medium' })
  const give = (kind: 'like' | 'dislike') => () => void change(() => vote(review, kind))
  return (
    <article className={styles.review} aria-label={review.author.name}>
      <div className={styles.line}>
        <Avatar name={review.author.name} src={review.author.avatar} size={32} />
        <span className={styles.name}>
          <bdi>{review.author.name}</bdi>
        </span>
        <Stars value={review.rating} label={t('review.stars', { count: review.rating })} />
      </div>
      {review.comment !== '' && (
        <ExpandableText moreLabel={t('review.more')} lessLabel={t('review.less')}>
          {review.comment}
        </ExpandableText>
      )}
      <div className={styles.line}>
        <time className={styles.quiet} dateTime={review.updatedAt}>
          {day.format(new Date(review.updatedAt))}
        </time>
        <VoteButton kind="like" count={review.likes} isOn={review.myVote === 'like'} onPress={give('like')} />
        <VoteButton
          kind="dislike"
          count={review.dislikes}
          isOn={review.myVote === 'dislike'}
          onPress={give('dislike')}
        />
      </div>
    </article>
  )
}

type VoteButtonProps = { kind: 'like' | 'dislike'; count: number; isOn: boolean; onPress: () => void }

const VoteButton = ({ kind, count, isOn, onPress }: VoteButtonProps) => {
  const { t } = useTranslation('packs')
  return (
    <button
      type="button"
      className={styles.vote}
      aria-pressed={isOn}
      aria-label={t(`review.${kind}`, { count })}
      onClick={onPress}
    >
      <MoreIcon name={kind} size={18} filled={isOn} />
      {count > 0 && <span aria-hidden>{count}</span>}
    </button>
  )
}
