import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { categoriesQuery } from '#src/queries/discovery.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { Button } from '#src/ui/button.tsx'
import { Pill, PillChoices, type PillChoicesProps } from '#src/ui/pill.tsx'
import { SearchField } from '#src/ui/fields/search-field.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { optionsOfPacks, optionsOfTree } from './filter-options.ts'
import {
  maxKeywordLength,
  naturalOrder,
  sortFields,
  sortOrders,
  withoutEmpty,
  withSubject,
  writeFilters,
  type PackFilters,
} from './pack-filters.ts'
import type { useMyPacks } from './use-my-packs.ts'
import styles from './own-packs.module.css'

type FilterSheetProps = {
  isOpen: boolean
  onClose: () => void
  filters: PackFilters
  list: Pick<ReturnType<typeof useMyPacks>, 'all' | 'isWhole'>
}

/** Every filter and sort of 我的卡包. Nothing changes behind it until 查看卡包. */
export function FilterSheet({ isOpen, onClose, ...rest }: FilterSheetProps) {
  const { t } = useTranslation('own-packs')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('filter.title')} closeLabel={t('filter.close')}>
      <FilterForm {...rest} />
    </Sheet>
  )
}

const useOptions = ({ all = [], isWhole }: FilterSheetProps['list']) => {
  const { api } = useRuntime()
  const tree = useQuery({ ...categoriesQuery(api), enabled: !isWhole })
  return !isWhole && tree.data ? optionsOfTree(tree.data) : optionsOfPacks(all)
}

const FilterForm = ({ filters, list }: Pick<FilterSheetProps, 'filters' | 'list'>) => {
  const { t } = useTranslation('own-packs')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(filters)
  const options = useOptions(list)
  const sortField = draft.sortField ?? 'unlockedAt'

  const apply = (chosen: PackFilters) => {
    const next = writeFilters(params, withoutEmpty({ ...chosen, keyword: chosen.keyword?.trim() }))
    next.delete('filter')
    // In place of the sheet's own entry: one step back is the list as it was before.
    void navigate({ search: next.toString() }, { replace: true })
  }

  return (
    <>
      <SearchField
        label={t('filter.keyword')}
        clearLabel={t('filter.clearKeyword')}
        placeholder={t('filter.keywordPlaceholder')}
        maxLength={maxKeywordLength}
        value={draft.keyword ?? ''}
        onChange={(keyword) => setDraft({ ...draft, keyword })}
        onSubmit={(keyword) => apply({ ...draft, keyword })}
      />
      <Choices
        label={t('filter.grade')}
        options={options.grades}
        chosen={draft.gradeId}
        onChoose={(gradeId) => setDraft({ ...draft, gradeId })}
      />
      <Choices
        label={t('filter.subject')}
        options={options.subjects}
        chosen={draft.subjectId}
        onChoose={(subjectId) => setDraft(withSubject(draft, subjectId))}
      />
      <Choices
        label={t('filter.knowledgePoint')}
        options={options.knowledgePoints.filter(
          ({ subjectId }) => draft.subjectId === undefined || subjectId === draft.subjectId,
        )}
        chosen={draft.knowledgePointId}
        onChoose={(knowledgePointId) => setDraft({ ...draft, knowledgePointId })}
      />
      <Group label={t('filter.sort')}>
        {sortFields.map((field) => (
          <Pill
            key={field}
            pressed={sortField === field}
            onPress={() => setDraft({ ...draft, sortField: field, sortOrder: undefined })}
          >
            {t(`filter.sortBy.${field}`)}
          </Pill>
        ))}
      </Group>
      <Group label={t('filter.order')}>
        {sortOrders.map((order) => (
          <Pill
            key={order}
            pressed={(draft.sortOrder ?? naturalOrder(sortField)) === order}
            onPress={() => setDraft({ ...draft, sortField, sortOrder: order })}
          >
            {t(`filter.orders.${sortField}.${order}`)}
          </Pill>
        ))}
      </Group>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => setDraft({})}>
          {t('filter.reset')}
        </Button>
        <Button onClick={() => apply(draft)}>{t('filter.apply')}</Button>
      </div>
    </>
  )
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{label}</legend>
    <div className={styles.choices}>{children}</div>
  </fieldset>
)

type ChoicesProps = Omit<PillChoicesProps, 'any'> & { label: string }

const Choices = ({ label, ...choices }: ChoicesProps) => {
  const { t } = useTranslation('own-packs')
  return (
    <Group label={label}>
      <PillChoices any={t('filter.any')} {...choices} />
    </Group>
  )
}
