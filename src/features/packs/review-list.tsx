import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import type { PackReview } from '#contract/reviews.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useReviews, useVote } from '#src/queries/reviews.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ExpandableText } from '#src/ui/expandable-text.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Stars } from '#src/ui/star-rating.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { ReviewEditor } from './review-editor.tsx'
import styles from './reviews.module.css'

/** What students say of a pack, and the way to say it: for those who have the pack. */
export const ReviewList = ({ packId, mayReview }: { packId: string; mayReview: boolean }) => {
  const { t } = useTranslation('packs')
  const editor = useAddressLayer('review')
  const view = useReviews(packId)
  if (view.reviews === undefined) {
    return view.error === null ? (
      <Loading label={t('loading')}>
        <RowBones count={4} />
      </Loading>
    ) : (
      <ErrorState
        title={t('review.failed')}
        reason={isOffline(view.error) ? t('offline.reason') : messageOf(view.error)}
        retryLabel={t('retry')}
        onRetry={() => void view.refetch()}
        busy={view.isFetching}
      />
    )
  }
  const { mine, rating } = view
  const isEmpty = view.reviews.length === 0 && mine === null
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
      {isEmpty ? (
        <EmptyState
          icon="star"
          title={t('review.empty')}
          reason={t(mayReview ? 'review.beFirst' : 'review.unlockFirst')}
        />
      ) : (
        <VirtualList
          between="space"
          items={view.reviews}
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
      {mayReview && (
        <Button kind="secondary" wide onClick={() => editor.open()}>
          {t(mine === null ? 'review.write' : 'review.change')}
        </Button>
      )}
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
  const { t, i18n } = useTranslation('packs')
  const vote = useVote()
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  const give = (kind: 'like' | 'dislike') => () =>
    void vote(review, kind).catch(() => showToast('error', t('notKept')))
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
