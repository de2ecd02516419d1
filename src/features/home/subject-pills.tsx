import { useTranslation } from 'react-i18next'
import type { Named } from '#contract/wire.ts'
import { Pill, PillRow } from '#src/ui/pill.tsx'

type SubjectPillsProps = {
  /** Undefined while they load: the row keeps its height. */
  subjects: readonly Named[] | undefined
  chosen: string | undefined
  onChoose: (subjectId: string | undefined) => void
}

export function SubjectPills({ subjects = [], chosen, onChoose }: SubjectPillsProps) {
  const { t } = useTranslation('own-packs')
  return (
    <PillRow label={t('packs.subjects')}>
      <Pill pressed={chosen === undefined} onPress={() => onChoose(undefined)}>
        {t('packs.all')}
      </Pill>
      {subjects.map(({ id, name }) => (
        <Pill key={id} pressed={chosen === id} onPress={() => onChoose(chosen === id ? undefined : id)}>
          {name}
        </Pill>
      ))}
    </PillRow>
  )
}
