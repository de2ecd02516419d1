import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '#src/queries/discovery.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { Banner } from '#src/ui/banner.tsx'
import { SelectField } from '#src/ui/fields/select-field.tsx'
import styles from './generation.module.css'

type Place = { gradeId: string; subjectId: string }

type PlaceFieldsProps = { value: Place; onChange: (place: Place) => void }

/** Grade and subject, of those that the library knows. */
export function PlaceFields({ value, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation('generation')
  const { api } = useRuntime()
  const { data: tree, error, refetch } = useQuery(categoriesQuery(api))
  if (tree === undefined && error !== null) {
    return (
      <Banner tone="warn" action={{ label: t('retry'), onPress: () => void refetch() }}>
        {t('place.failed')}
      </Banner>
    )
  }
  // A grade may have none in the library yet; its students still have notes in every subject.
  const subjects = new Map(
    tree?.grades.flatMap((grade) => grade.subjects.map((subject) => [subject.id, subject] as const)),
  )
  const optionsOf = (named: readonly { id: string; name: string }[], placeholder: string) => [
    { code: '', name: placeholder },
    ...named.map(({ id, name }) => ({ code: id, name })),
  ]
  return (
    <div className={styles.pair}>
      <SelectField
        label={t('place.grade')}
        options={optionsOf(tree?.grades ?? [], t('place.choose'))}
        value={value.gradeId}
        onChange={(gradeId) => onChange({ gradeId, subjectId: value.subjectId })}
      />
      <SelectField
        label={t('place.subject')}
        options={optionsOf([...subjects.values()], t('place.choose'))}
        value={value.subjectId}
        onChange={(subjectId) => onChange({ gradeId: value.gradeId, subjectId })}
      />
    </div>
  )
}
