import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { TeacherPage } from '#contract/packs.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import packs from '#src/i18n/zh-CN/packs.json'
import { formatCount } from '#src/lib/format-count.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { usePackOffer } from '#src/parts/pack-offer.ts'
import { PackRow } from '#src/parts/pack-row.tsx'
import { teacherQuery } from '#src/queries/discovery.ts'
import { useOwnedPacks } from '#src/queries/packs/owned-packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { CardText } from '#src/ui/text/card-text.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PillRow, Tag } from '#src/ui/pill.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import styles from './card-pack.module.css'

addMessages('packs', packs)

/** /teacher/{teacherId} */
export function TeacherScreen() {
  const { t } = useTranslation('packs')
  const { teacherId = '' } = useParams()
  const { api } = useRuntime()
  const query = useQuery(teacherQuery(api, teacherId))
  return (
    <>
      <TopBar
        title={query.data?.teacher.name ?? t('teacher.title')}
        backLabel={t('back')}
        onBack={useGoBack(patterns.resource)}
      />
      <Asked
        query={query}
        skeleton={<RowsSkeleton count={5} />}
        failed={t('teacher.failed')}
        offline={t('teacher.offline')}
        missing={
          <EmptyState icon="person" title={t('teacher.missing')} reason={t('teacher.missingReason')} />
        }
      >
        {(page) => <Teacher page={page} />}
      </Asked>
    </>
  )
}

const Teacher = ({ page }: { page: TeacherPage }) => {
  const { t } = useTranslation('packs')
  const offer = usePackOffer()
  const owned = useOwnedPacks(page.packs.map(({ id }) => id))
  return (
    <>
      <PillRow label={page.teacher.name}>
        <Tag>{page.teacher.subject.name}</Tag>
        <Tag>{t('teacher.packs', { count: page.packs.length })}</Tag>
        <Tag>{t('teacher.cards', { count: page.cardCount })}</Tag>
        {page.learnerCount > 0 && (
          <Tag>{t('teacher.learners', { amount: formatCount(page.learnerCount) })}</Tag>
        )}
      </PillRow>
      <div className={styles.intro}>
        <CardText text={page.teacher.bio} />
      </div>
      <Section title={t('teacher.list')}>
        {page.packs.length === 0 ? (
          <EmptyState icon="books" title={t('teacher.empty')} reason={t('teacher.emptyReason')} />
        ) : (
          <Surface kind="rows">
            <VirtualList
              between="lines"
              items={page.packs}
              keyOf={({ id }) => id}
              label={t('teacher.list')}
              estimatedRowPx={80}
              memoryKey={`teacher ${page.teacher.id}`}
            >
              {(pack) => (
                <PackRow
                  pack={pack}
                  note={`${pack.grade.name} · ${t('cards', { count: pack.cardCount })}`}
                  trailing={offer(pack, owned.get(pack.id))}
                />
              )}
            </VirtualList>
          </Surface>
        )}
      </Section>
    </>
  )
}
