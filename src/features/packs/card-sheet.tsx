import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#contract/packs.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { cardReportLayer, cardReportValue } from '#src/lib/card-report-address.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { cardQuery } from '#src/queries/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useAccountId } from '#src/queries/session-state.ts'
import { Button } from '#src/ui/button.tsx'
import { CardText } from '#src/ui/card-text.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Loading, TextBones } from '#src/ui/skeleton.tsx'
import { CardStrokes } from './card-strokes.tsx'
import styles from './card-sheet.module.css'

type CardSheetProps = {
  packId: string
  /** Null while the sheet is closed. */
  cardId: string | null
  title: string
  onClose: () => void
}

/** One card to look at: its front, then, when asked for, its answer. Counts as no study. */
export const CardSheet = ({ packId, cardId, title, onClose }: CardSheetProps) => {
  const { t } = useTranslation('packs')
  const runtime = useRuntime()
  const accountId = useAccountId()
  const {
    data: card,
    error,
    isFetching,
    refetch,
  } = useQuery(cardQuery(runtime, accountId, packId, cardId ?? ''))
  return (
    <Sheet open={cardId !== null} onClose={onClose} title={card?.title ?? title} closeLabel={t('close')}>
      {card && <Faces key={card.id} card={card} />}
      {card === null && (
        <EmptyState
          icon={<MoreIcon name="lock" size={32} />}
          title={t('cardLocked')}
          reason={t('cardLockedReason')}
        />
      )}
      {card === undefined && error === null && (
        <Loading label={t('loading')}>
          <div className={styles.face}>
            <TextBones lines={2} />
          </div>
        </Loading>
      )}
      {card === undefined && error !== null && (
        <ErrorState
          title={t('cardFailed')}
          reason={isOffline(error) ? t('cardOffline') : messageOf(error)}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </Sheet>
  )
}

const Faces = ({ card }: { card: Card }) => {
  const { t } = useTranslation('packs')
  const [revealed, setRevealed] = useState(false)
  const report = useAddressLayer(cardReportLayer)
  return (
    <>
      <div className={styles.face}>
        <CardText text={card.front} />
      </div>
      {revealed && <CardStrokes card={card} />}
      {revealed ? (
        <div className={styles.answer} role="status">
          <CardText text={card.back} />
          {card.explanation !== undefined && (
            <div className={styles.explanation}>
              <CardText text={card.explanation} />
            </div>
          )}
        </div>
      ) : (
        <Button wide onClick={() => setRevealed(true)}>
          {t('showAnswer')}
        </Button>
      )}
      <Button
        wide
        kind="plain"
        onClick={() => report.open(cardReportValue({ packId: card.packId, cardId: card.id }))}
      >
        {t('report')}
      </Button>
    </>
  )
}
