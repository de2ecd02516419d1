import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrivateCard } from '#contract/generation.ts'
import { maxCardSideLength } from '#contract/limits.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { TextArea } from '#src/ui/fields/text-area.tsx'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { CardPreview } from './card-preview.tsx'
import { needsReading, readSides, type SideName } from './card-sides.ts'
import styles from './generation.module.css'

const maxHintLength = 1000

type CardSheetProps = {
  open: boolean
  /** Undefined for a new one. */
  card: PrivateCard | undefined
  onClose: () => void
  onSave: (fields: Omit<PrivateCard, 'id'>) => void
  /** Only a card that is there can be removed. */
  onRemove?: () => void
}

/** One card as its owner writes it. */
export function CardFormSheet({ open, card, onClose, onSave, onRemove }: CardSheetProps) {
  const { t } = useTranslation('generation')
  return (
    <Sheet open={open} onClose={onClose} title={t(card ? 'card.edit' : 'card.add')} closeLabel={t('close')}>
      {open && <CardForm key={card?.id ?? 'new'} card={card} onSave={onSave} onRemove={card && onRemove} />}
    </Sheet>
  )
}

type CardFormProps = {
  card: PrivateCard | undefined
  onSave: (fields: Omit<PrivateCard, 'id'>) => void
  onRemove: (() => void) | undefined
}

const fields = [
  { name: 'front', limit: maxCardSideLength, rows: 2, isNeeded: true },
  { name: 'back', limit: maxCardSideLength, rows: 3, isNeeded: true },
  { name: 'hint', limit: maxHintLength, rows: 1, isNeeded: false },
  { name: 'explanation', limit: maxCardSideLength, rows: 2, isNeeded: false },
] as const

const CardForm = ({ card, onSave, onRemove }: CardFormProps) => {
  const { t } = useTranslation('generation')
  const [values, setValues] = useState<Record<SideName, string>>({
    front: card?.front ?? '',
    back: card?.back ?? '',
    hint: card?.hint ?? '',
    explanation: card?.explanation ?? '',
  })
  const [isTried, setTried] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const isMissing = (name: SideName): boolean => values[name].trim() === ''
  const isOver = fields.some(({ name, limit }) => Array.from(values[name]).length > limit)
  const save = async (): Promise<void> => {
    setTried(true)
    if (isMissing('front') || isMissing('back') || isOver) return
    // What the server would refuse stays open, with the reason in the preview.
    const readings = needsReading(values) ? await readSides(values).catch(() => []) : []
    if (readings.some((reading) => 'problem' in reading)) return
    onSave({
      front: values.front,
      back: values.back,
      ...(isMissing('hint') ? {} : { hint: values.hint }),
      ...(isMissing('explanation') ? {} : { explanation: values.explanation }),
    })
  }
  return (
    <div className={styles.form}>
      {fields.map(({ name, limit, rows, isNeeded }) => (
        <TextArea
          key={name}
          label={t(`card.${name}`)}
          rows={rows}
          limit={limit}
          leftLabel={(left) => t(left < 0 ? 'over' : 'left', { count: Math.abs(left) })}
          value={values[name]}
          onChange={(value) => setValues((now) => ({ ...now, [name]: value }))}
          error={isTried && isNeeded && isMissing(name) ? t(`card.${name}Missing`) : undefined}
        />
      ))}
      <CardPreview card={values} />
      <Button wide onClick={() => void save()}>
        {t('card.done')}
      </Button>
      {onRemove !== undefined && (
        <>
          <Button wide kind="plain" onClick={() => setRemoving(true)}>
            {t('card.remove')}
          </Button>
          <Dialog
            open={isRemoving}
            onClose={() => setRemoving(false)}
            title={t('card.removeTitle')}
            cancelLabel={t('cancel')}
            confirmLabel={t('pack.removeConfirm')}
            danger
            onConfirm={onRemove}
          >
            {t('card.removeReason')}
          </Dialog>
        </>
      )}
    </div>
  )
}
