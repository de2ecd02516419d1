import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { defaultLocale } from '#contract/constants.ts'
import { cardsFromNotes } from '#src/generator/notes.ts'
import { cardsFromTable } from '#src/generator/table-file.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import generation from '#src/i18n/zh-CN/generation.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns, privateCardPackPath } from '#src/lib/paths.ts'
import { rememberAddress } from '#src/lib/same-address.ts'
import { usePrivatePackActions } from '#src/queries/private-packs/generation.ts'
import { useGenerationDraft, type GenerationDraft } from '#src/queries/private-packs/generation-draft.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Loading, TextSkeleton } from '#src/ui/skeleton.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { DraftReview } from './draft-review.tsx'
import { NotesForm } from './notes-form.tsx'
import { headingOf } from './read-notes-file.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import styles from './generation.module.css'

addMessages('generation', generation)

/** /generate: notes become cards on this device, are looked over, and are kept as a private pack. */
export function GenerateScreen() {
  const { t } = useTranslation('generation')
  const { draft, change, clear } = useGenerationDraft()
  const review = useAddressLayer('review')
  if (draft === undefined) {
    return (
      <Loading label={t('loading')}>
        <TextSkeleton lines={10} />
      </Loading>
    )
  }
  if (review.value !== null && draft.packId !== '') {
    return <Review draft={draft} change={change} clear={clear} onBack={review.close} />
  }
  return <Notes draft={draft} change={change} onReview={() => review.open()} />
}

type Change = (fields: Partial<GenerationDraft>) => void
type NotesProps = { draft: GenerationDraft; change: Change; onReview: () => void }

const Notes = ({ draft, change, onReview }: NotesProps) => {
  const { t } = useTranslation('generation')
  const { newId, clock } = useRuntime()
  const [foundNothing, setFoundNothing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const hasCards = draft.cards.length > 0
  const form: GenerationDraft = hasCards ? { ...draft, title: '', ...draft.next } : draft
  /** Cards that wait keep the name, grade and subject that they were made with. */
  const changeForm = ({ title, gradeId, subjectId, ...fields }: Partial<GenerationDraft>): void => {
    const next = {
      ...(title !== undefined && { title }),
      ...(gradeId !== undefined && { gradeId }),
      ...(subjectId !== undefined && { subjectId }),
    }
    change(hasCards ? { ...fields, next: { ...draft.next, ...next } } : { ...fields, ...next })
  }
  const generate = (): void => {
    const cardsFrom = draft.format === 'table' ? cardsFromTable : cardsFromNotes
    const { cards, problems } = cardsFrom(draft.text)
    setFoundNothing(cards.length === 0)
    if (cards.length === 0) return
    const day = new Intl.DateTimeFormat(defaultLocale, { month: 'long', day: 'numeric' }).format(clock())
    change({
      packId: newId(),
      ...draft.next,
      next: {},
      title: form.title || headingOf(draft.text) || t('title.default', { day }),
      cards: cards.map((card) => ({ id: newId(), ...card })),
      problems,
    })
    onReview()
  }
  return (
    <>
      <div className={styles.head}>
        <h1>{t('heading')}</h1>
        <Link className={styles.history} to={patterns.myGeneration}>
          {t('mine')}
        </Link>
      </div>
      <p className={styles.intro}>{t('intro')}</p>
      {draft.cards.length > 0 && (
        <div className={styles.banner}>
          <Banner tone="info" action={{ label: t('draft.continue'), onPress: onReview }}>
            {t('draft.waiting', { count: draft.cards.length })}
          </Banner>
        </div>
      )}
      <NotesForm
        draft={form}
        onChange={(fields) => {
          setFoundNothing(false)
          changeForm(fields)
        }}
        onGenerate={() => (draft.cards.length > 0 ? setAsking(true) : generate())}
        foundNothing={foundNothing}
      />
      <ReplaceDialog
        reason={isAsking ? t('replace.cards', { count: draft.cards.length }) : undefined}
        onClose={() => setAsking(false)}
        onConfirm={generate}
      />
    </>
  )
}

type ReviewProps = { draft: GenerationDraft; change: Change; clear: () => void; onBack: () => void }

const Review = ({ draft, change, clear, onBack }: ReviewProps) => {
  const { t } = useTranslation('generation')
  const { t: shell } = useTranslation()
  const navigate = useNavigate()
  const { create } = usePrivatePackActions()
  const save = async (): Promise<void> => {
    const isStillHere = rememberAddress()
    const { packId, title, gradeId, subjectId } = draft
    const cards = draft.cards.map(({ chapter: _, ...card }) => card)
    try {
      await create({ packId, title: title.trim(), gradeId, subjectId, cards })
    } catch {
      showToast('error', t('notKept'))
      return
    }
    showToast('success', t('saved'))
    if (isStillHere()) await navigate(privateCardPackPath(packId), { replace: true })
    clear()
  }
  return (
    <>
      <TopBar title={t('review')} backLabel={shell('action.back')} onBack={onBack} />
      <DraftReview draft={draft} onChange={change} onSave={save} />
    </>
  )
}
