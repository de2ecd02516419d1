import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxPackTitleLength } from '#contract/limits.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { PlaceFields } from './place-fields.tsx'
import styles from './generation.module.css'

type Naming = { title: string; gradeId: string; subjectId: string }
type RenameSheetProps = {
  open: boolean
  value: Naming
  onClose: () => void
  onSave: (naming: Naming) => void
}

/** The name, grade and subject of a pack. */
export function RenameSheet({ open, value, onClose, onSave }: RenameSheetProps) {
  const { t } = useTranslation('generation')
  return (
    <Sheet open={open} onClose={onClose} title={t('pack.rename')} closeLabel={t('close')}>
      {open && <RenameForm value={value} onSave={onSave} />}
    </Sheet>
  )
}

const RenameForm = ({ value, onSave }: Pick<RenameSheetProps, 'value' | 'onSave'>) => {
  const { t } = useTranslation('generation')
  const [naming, setNaming] = useState(value)
  const [isTried, setTried] = useState(false)
  const length = Array.from(naming.title.trim()).length
  const isNamed = length > 0 && length <= maxPackTitleLength
  const isPlaced = naming.gradeId !== '' && naming.subjectId !== ''
  return (
    <div className={styles.form}>
      <TextField
        label={t('title.label')}
        value={naming.title}
        onChange={(title) => setNaming((now) => ({ ...now, title }))}
        error={isTried && !isNamed ? t('title.wrong', { max: maxPackTitleLength }) : undefined}
      />
      <PlaceFields value={naming} onChange={(place) => setNaming((now) => ({ ...now, ...place }))} />
      {isTried && !isPlaced && (
        <p role="alert" className={styles.error}>
          {t('place.missing')}
        </p>
      )}
      <Button
        wide
        onClick={() => {
          setTried(true)
          if (isNamed && isPlaced) onSave({ ...naming, title: naming.title.trim() })
        }}
      >
        {t('save')}
      </Button>
    </div>
  )
}
