import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card, CatalogueCard } from '#contract/packs.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { reportCardLayer, cardLayerValue } from '#src/parts/card-layers.ts'
import { Asked } from '#src/parts/asked.tsx'
import { cardQuery } from '#src/queries/packs/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useAccountId } from '#src/queries/session/session-state.ts'
import { Button } from '#src/ui/button.tsx'
import { CardText } from '#src/ui/text/card-text.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { TextSkeleton } from '#src/ui/skeleton.tsx'
import { CardSteps, UnlockHere } from './card-steps.tsx'
import { CardStrokes } from '#src/parts/card-strokes.tsx'
import type { useUnlocking } from './use-unlocking.ts'
import styles from './card-sheet.module.css'

type CardSheetProps = {
  packId: string
  /** Null while the sheet is closed. */
  cardId: string | null
  /** Of the pack, in their order. */
  cards: readonly CatalogueCard[]
  /** Those that are known already: of a locked pack, all that can be seen. */
  previews: readonly Card[]
  unlocked: boolean
  unlocking: Pick<ReturnType<typeof useUnlocking>, 'label' | 'isBusy' | 'ask'>
  /** To another card, in place of this one. */
  onMove: (cardId: string) => void
  onClose: () => void
}

/** One card to look at: its front, then, when asked for, its answer. Counts as no study. */
export function CardSheet({ packId, cardId, cards, previews, onClose, ...rest }: CardSheetProps) {
  const { t } = useTranslation('packs')
  const runtime = useRuntime()
  const accountId = useAccountId()
  const preview = previews.find(({ id }) => id === cardId)
  const asked = preview === undefined ? (cardId ?? '') : ''
  const query = useQuery(cardQuery(runtime, accountId, packId, asked))
  const known = preview ?? query.data
  // An address with both: the form may be open before this sheet, which would then cover it.
  const isReporting = useAddressLayer(reportCardLayer).value !== null
  const [beganReporting] = useState(isReporting)
  return (
    <Sheet
      open={cardId !== null && !(beganReporting && isReporting)}
      onClose={onClose}
      title={known?.title ?? cards.find(({ id }) => id === cardId)?.title ?? ''}
      closeLabel={t('close')}
    >
      <Asked
        query={{ ...query, data: known }}
        skeleton={
          <div className={styles.face}>
            <TextSkeleton lines={2} />
          </div>
        }
        failed={t('cardFailed')}
        offline={t('cardOffline')}
      >
        {(card) =>
          card === null ? (
            <EmptyState
              icon={<MoreIcon name="lock" size={32} />}
              title={t('cardLocked')}
              reason={t('cardLockedReason')}
              action={!rest.unlocked && <UnlockHere {...rest.unlocking} />}
            />
          ) : (
            <>
              <Faces key={card.id} card={card} />
              <CardSteps cardId={card.id} cards={cards} {...rest} />
            </>
          )
        }
      </Asked>
    </Sheet>
  )
}

const Faces = ({ card }: { card: Card }) => {
  const { t } = useTranslation('packs')
  const [revealed, setRevealed] = useState(false)
  const report = useAddressLayer(reportCardLayer)
  return (
    <>
      <div className={styles.face}>
        <CardText text={card.front} />
      </div>
      {revealed && <CardStrokes card={card} className={styles.strokes} />}
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
        onClick={() => report.open(cardLayerValue({ packId: card.packId, cardId: card.id }))}
      >
        {t('report')}
      </Button>
    </>
  )
}
