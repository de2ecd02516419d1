import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCardsInPrivatePack, maxPackTitleLength } from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import type { DraftedCard, GenerationDraft } from '#src/queries/private-packs/generation-draft.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { BottomBar } from '#src/ui/bars/bottom-bar.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { CardFormSheet } from './card-form.tsx'
import { CardRows } from './card-rows.tsx'
import { firstProblem, type CardProblem } from './card-sides.ts'
import { PlaceFields } from './place-fields.tsx'
import { ProblemList } from './problem-list.tsx'
import styles from './generation.module.css'

type DraftReviewProps = {
  draft: GenerationDraft
  onChange: (fields: Partial<GenerationDraft>) => void
  onSave: () => Promise<void>
}

/** The cards before they are a pack. */
export function DraftReview({ draft, onChange, onSave }: DraftReviewProps) {
  const { t } = useTranslation('generation')
  const { newId } = useRuntime()
  const layer = useAddressLayer('card')
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<CardProblem>()
  const { cards } = draft
  const open = cards.find(({ id }) => id === layer.value)
  const isPlaced = draft.gradeId !== '' && draft.subjectId !== ''
  const isNamed = draft.title.trim() !== '' && Array.from(draft.title).length <= maxPackTitleLength

  const put = (fields: Omit<PrivateCard, 'id'>): void => {
    const changed: DraftedCard = { id: open?.id ?? newId(), ...fields, chapter: open?.chapter }
    setProblem(undefined)
    onChange({
      cards: open ? cards.map((card) => (card.id === open.id ? changed : card)) : [...cards, changed],
    })
    layer.close()
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (!isPlaced || !isNamed || cards.length === 0) return
    setSaving(true)
    const found = await firstProblem(cards)
    setProblem(found)
    await (found === undefined ? onSave() : Promise.resolve()).finally(() => setSaving(false))
  }
  return (
    <>
      <div className={styles.form}>
        <TextField
          label={t('title.label')}
          value={draft.title}
          onChange={(title) => onChange({ title })}
          error={isTried && !isNamed ? t('title.wrong', { max: maxPackTitleLength }) : undefined}
        />
        <PlaceFields value={draft} onChange={onChange} />
        {isTried && !isPlaced && (
          <p role="alert" className={styles.error}>
            {t('place.missing')}
          </p>
        )}
      </div>
      <ProblemList problems={draft.problems} />
      <Section title={t('cardCount', { count: cards.length })}>
        {cards.length > 0 ? (
          <CardRows cards={cards} memoryKey="generate" onOpen={layer.open} />
        ) : (
          <EmptyState icon="books" title={t('noCards')} reason={t('noCardsReason')} />
        )}
        {cards.length < maxCardsInPrivatePack && (
          <div className={styles.add}>
            <Button wide kind="secondary" onClick={() => layer.open('new')}>
              {t('card.add')}
            </Button>
          </div>
        )}
      </Section>
      <BottomBar aboveTabs>
        {problem !== undefined && (
          <div className={styles.banner}>
            <Banner
              tone="danger"
              action={{ label: t('card.fix'), onPress: () => layer.open(problem.cardId) }}
            >
              {t('card.wrong', {
                number: problem.index + 1,
                side: t(`card.sides.${problem.side}`),
                problem: problem.problem,
              })}
            </Banner>
          </div>
        )}
        <Button wide busy={isSaving} aria-disabled={cards.length === 0} onClick={() => void save()}>
          {t('save')}
        </Button>
      </BottomBar>
      <CardFormSheet
        open={layer.value === 'new' || open !== undefined}
        card={open}
        onClose={layer.close}
        onSave={put}
        onRemove={() => {
          setProblem(undefined)
          onChange({ cards: cards.filter((card) => card.id !== open?.id) })
          layer.close()
        }}
      />
    </>
  )
}
