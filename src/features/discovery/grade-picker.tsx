import { useTranslation } from 'react-i18next'
import type { CategoriesTree } from '#contract/packs.ts'
import { stagesById } from '#contract/stages.ts'
import { Pill, PillRow } from '#src/ui/pill.tsx'
import { Tabs } from '#src/ui/bars/tabs.tsx'
import { allGrades, stageIds, stageOfChoice } from './chosen-grade.ts'
import styles from './discovery.module.css'

export const gradePanelName = 'grade'

type GradePickerProps = {
  /** Undefined while it loads. */
  tree: CategoriesTree | undefined
  chosen: string
  onChoose: (id: string) => void
}

/** The stages as tabs; below them the grades of the stage that is open, whose row is there before they are. */
export function GradePicker({ tree, chosen, onChoose }: GradePickerProps) {
  const { t } = useTranslation('discovery')
  const stage = stageOfChoice(chosen, tree?.grades ?? [])
  const grades =
    tree?.grades.filter((grade) => stage !== undefined && grade.stage === stagesById[stage]) ?? []
  return (
    <>
      <Tabs
        name={gradePanelName}
        label={t('stages')}
        kind="grade"
        tabs={[
          { id: allGrades, label: t('allStages') },
          ...stageIds.map((id) => ({ id, label: stagesById[id] })),
        ]}
        selected={stage ?? allGrades}
        onSelect={onChoose}
      />
      {chosen !== allGrades && (
        <div className={styles.grades}>
          {stage !== undefined && (
            <PillRow label={t('grades')}>
              <Pill pressed={chosen === stage} onPress={() => onChoose(stage)}>
                {t('allOfStage', { stage: stagesById[stage] })}
              </Pill>
              {grades.map(({ id, name }) => (
                <Pill key={id} pressed={chosen === id} onPress={() => onChoose(id)}>
                  {name}
                </Pill>
              ))}
            </PillRow>
          )}
        </div>
      )}
    </>
  )
}
