import { useTranslation } from 'react-i18next'
import type { CatalogueCard } from '#contract/packs.ts'
import { Button } from '#src/ui/button.tsx'
import type { useUnlocking } from './use-unlocking.ts'
import styles from './card-sheet.module.css'

type Unlocking = Pick<ReturnType<typeof useUnlocking>, 'label' | 'isBusy' | 'ask'>

type CardStepsProps = {
  cardId: string
  cards: readonly CatalogueCard[]
  unlocked: boolean
  unlocking: Unlocking
  onMove: (cardId: string) => void
}

/** To the card before and after, of those that are open; behind the last preview the way to the rest. */
export function CardSteps({ cardId, cards, unlocked, unlocking, onMove }: CardStepsProps) {
  const { t } = useTranslation('packs')
  const open = cards.filter(({ preview }) => unlocked || preview)
  const at = open.findIndex(({ id }) => id === cardId)
  const [before, after] = [open[at - 1], open[at + 1]]
  const isEndOfPreviews = !unlocked && at !== -1 && after === undefined
  return (
    <>
      {isEndOfPreviews && <p className={styles.end}>{t('previewsEnd')}</p>}
      <div className={styles.steps}>
        <Button kind="secondary" disabled={before === undefined} onClick={() => before && onMove(before.id)}>
          {t('previous')}
        </Button>
        {isEndOfPreviews ? (
          <UnlockHere {...unlocking} />
        ) : (
          <Button kind="secondary" disabled={after === undefined} onClick={() => after && onMove(after.id)}>
            {t('next')}
          </Button>
        )}
      </div>
    </>
  )
}

/** 解锁 in the sheet of a card: the question takes the sheet's place. */
export function UnlockHere({ label, isBusy, ask }: Unlocking) {
  return (
    <Button busy={isBusy} onClick={() => ask('card')}>
      {label}
    </Button>
  )
}
