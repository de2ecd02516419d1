import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Discovery } from '#contract/discovery.ts'
import { useOwnedPacks } from '#src/queries/packs/owned-packs.ts'
import { PillChoices, PillRow, type PillChoicesProps } from '#src/ui/pill.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import { LibraryPackRow } from './library-pack-row.tsx'
import { chosenShelves, subjectsOf } from './point-filter.ts'
import styles from './discovery.module.css'

type PointListProps = { shelves: Discovery['knowledgePoints'] }

/** Packs by subject and knowledge point; both choices stand in the address. */
export function PointList({ shelves }: PointListProps) {
  const { t } = useTranslation('discovery')
  const [params, setParams] = useSearchParams()
  const subjectId = params.get('subjectId')
  const pointId = params.get('knowledgePointId')
  const { subject, points, packs } = chosenShelves(shelves, subjectId, pointId)
  const owned = useOwnedPacks(packs.map(({ id }) => id))

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
          {(pack) => <LibraryPackRow pack={pack} owned={owned} />}
        </VirtualList>
      </Surface>
    </Section>
  )
}

type ChoiceProps = PillChoicesProps & { label: string }

const Choice = ({ label, ...choices }: ChoiceProps) => (
  <div className={styles.choices}>
    <PillRow label={label}>
      <PillChoices {...choices} />
    </PillRow>
  </div>
)
