import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Discovery } from '#contract/discovery.ts'
import type { Named } from '#contract/wire.ts'
import { Pill, PillRow } from '#src/ui/pill.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import { PackRow } from './pack-row.tsx'
import { chosenShelves, subjectsOf } from './point-filter.ts'
import styles from './discovery.module.css'

type PointListProps = { shelves: Discovery['knowledgePoints'] }

/** Packs by subject and knowledge point; both choices stand in the address. */
export const PointList = ({ shelves }: PointListProps) => {
  const { t } = useTranslation('discovery')
  const [params, setParams] = useSearchParams()
  const subjectId = params.get('subjectId')
  const pointId = params.get('knowledgePointId')
  const { subject, points, packs } = chosenShelves(shelves, subjectId, pointId)

  const choose = (fields: Record<'subjectId' | 'knowledgePointId', string | undefined>) => {
    const next = new URLSearchParams(params)
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) next.delete(key)
      else next.set(key, value)
    }
    setParams(next, { replace: true })
  }

  if (shelves.length === 0) return null
  return (
    <Section title={t('byPoint')}>
      <Choice
        label={t('subjects')}
        any={t('allSubjects')}
        options={subjectsOf(shelves)}
        chosen={subject?.id}
        onChoose={(id) => choose({ subjectId: id, knowledgePointId: undefined })}
      />
      {subject !== undefined && points.length > 1 && (
        <Choice
          label={t('points')}
          any={t('allPoints')}
          options={points}
          chosen={points.find(({ id }) => id === pointId)?.id}
          onChoose={(id) => choose({ subjectId: subject.id, knowledgePointId: id })}
        />
      )}
      <Surface kind="rows">
        <VirtualList
          key={`${subjectId}/${pointId}`}
          between="lines"
          items={packs}
          keyOf={({ id }) => id}
          label={t('byPoint')}
          estimatedRowPx={80}
          memoryKey={`resource ${params}`}
        >
          {(pack) => <PackRow pack={pack} />}
        </VirtualList>
      </Surface>
    </Section>
  )
}

type ChoiceProps = {
  label: string
  any: string
  options: readonly Named[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

const Choice = ({ label, any, options, chosen, onChoose }: ChoiceProps) => (
  <div className={styles.choices}>
    <PillRow label={label}>
      <Pill pressed={chosen === undefined} onPress={() => onChoose(undefined)}>
        {any}
      </Pill>
      {options.map(({ id, name }) => (
        <Pill key={id} pressed={chosen === id} onPress={() => onChoose(id)}>
          {name}
        </Pill>
      ))}
    </PillRow>
  </div>
)
