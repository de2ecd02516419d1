import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GenerationDraft } from '#src/queries/private-packs/generation-draft.ts'
import { Button } from '#src/ui/button.tsx'
import { FileDrop } from '#src/ui/fields/file-drop.tsx'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { TextArea } from '#src/ui/fields/text-area.tsx'
import { PlaceFields } from './place-fields.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { maxNotesLength, readNotesFile } from './read-notes-file.ts'
import styles from './generation.module.css'

const formats = ['notes', 'table'] as const

type NotesFormProps = {
  draft: GenerationDraft
  onChange: (fields: Partial<GenerationDraft>) => void
  onGenerate: () => void
  /** The last try found not one card. */
  foundNothing: boolean
}

/** Where the notes come in. */
export function NotesForm({ draft, onChange, onGenerate, foundNothing }: NotesFormProps) {
  const { t } = useTranslation('generation')
  const [fileError, setFileError] = useState<string>()
  const [isTried, setTried] = useState(false)
  const [imported, setImported] = useState<Partial<GenerationDraft>>()
  const isOver = Array.from(draft.text).length > maxNotesLength
  const read = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return
    const notes = await readNotesFile(file).catch(() => ({ status: 'not-text' }) as const)
    if (notes.status !== 'read') return setFileError(t(`file.${notes.status}`))
    setFileError(undefined)
    setTried(false)
    const fields = { text: notes.text, format: notes.format, title: notes.title }
    if (draft.text.trim() === '' || draft.text === notes.text) onChange(fields)
    else setImported(fields)
  }
  const generate = (): void => {
    setTried(true)
    if (draft.text.trim() !== '' && !isOver) onGenerate()
  }
  const isEmpty = isTried && draft.text.trim() === ''
  return (
    <div className={styles.form}>
      <TextArea
        label={t('notes.label')}
        placeholder={t('notes.placeholder')}
        rows={9}
        limit={maxNotesLength}
        leftLabel={(left) => t(left < 0 ? 'over' : 'left', { count: Math.abs(left) })}
        value={draft.text}
        onChange={(text) => onChange({ text })}
        error={isEmpty ? t('notes.missing') : foundNothing ? t('notes.nothing') : undefined}
      />
      <FileDrop
        label={t('file.label')}
        hint={t('file.hint')}
        accept=".txt,.md,.markdown,.csv,.tsv,text/plain,text/markdown,text/csv,text/tab-separated-values"
        onFiles={(files) => void read(files)}
        error={fileError}
      />
      <ReplaceDialog
        reason={imported && t('replace.notes')}
        onClose={() => setImported(undefined)}
        onConfirm={() => imported && onChange(imported)}
      />
      <SegmentedControl
        wide
        label={t('format.label')}
        options={formats.map((id) => ({ id, label: t(`format.${id}`) }))}
        value={draft.format}
        onChange={(format) => onChange({ format })}
      />
      <PlaceFields value={draft} onChange={onChange} />
      <Button wide onClick={generate}>
        {t('generate')}
      </Button>
    </div>
  )
}
