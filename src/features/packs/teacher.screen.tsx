import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { TeacherPage } from '#contract/packs.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import packs from '#src/i18n/zh-CN/packs.json'
import { formatCount, formatNumber } from '#src/lib/format-count.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { cardPackPath, patterns } from '#src/lib/paths.ts'
import { teacherQuery } from '#src/queries/discovery.ts'
import { isFailure, isOffline, messageOf } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { CardText } from '#src/ui/card-text.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { PillRow, Tag } from '#src/ui/pill.tsx'
import { Section } from '#src/ui/section.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import { VirtualList } from '#src/ui/virtual-list.tsx'
import styles from './card-pack.module.css'

addMessages('packs', packs)

/** /teacher/{teacherId} */
export const TeacherScreen = () => {
  const { t } = useTranslation('packs')
  const { teacherId = '' } = useParams()
  const { api } = useRuntime()
  const query = useQuery(teacherQuery(api, teacherId))
  const isMissing = isFailure(query.error, 'not_found') || isFailure(query.error, 'invalid_input')
  return (
    <>
      <TopBar
        title={query.data?.teacher.name ?? t('teacher.title')}
        backLabel={t('back')}
        onBack={useGoBack(patterns.resource)}
      />
      {query.data && <Teacher page={query.data} />}
      {query.data === undefined && query.error === null && (
        <Loading label={t('loading')}>
          <RowBones count={5} />
        </Loading>
      )}
      {query.data === undefined && isMissing && (
        <EmptyState icon="person" title={t('teacher.missing')} reason={t('teacher.missingReason')} />
      )}
      {query.data === undefined && query.error !== null && !isMissing && (
        <ErrorState
          title={t('teacher.failed')}
          reason={isOffline(query.error) ? t('teacher.offline') : messageOf(query.error)}
          retryLabel={t('retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
    </>
  )
}

const Teacher = ({ page }: { page: TeacherPage }) => {
  const { t, i18n } = useTranslation('packs')
  const price = (coins: number): string =>
    coins === 0 ? t('teacher.free') : t('coins', { amount: formatNumber(coins, i18n.language) })
  return (
    <>
      <PillRow label={page.teacher.name}>
        <Tag>{page.teacher.subject.name}</Tag>
        <Tag>{t('teacher.packs', { count: page.packs.length })}</Tag>
        <Tag>{t('teacher.cards', { count: page.cardCount })}</Tag>
        {page.learnerCount > 0 && (
          <Tag>{t('teacher.learners', { amount: formatCount(page.learnerCount, i18n.language) })}</Tag>
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
                <ListRow
                  strong
                  leading={
                    <BookCover
                      size="thumb"
                      subject={pack.subject.id}
                      label={pack.label}
                      mark={pack.subject.name.slice(0, 1)}
                    />
                  }
                  title={pack.title}
                  note={`${pack.grade.name} · ${t('cards', { count: pack.cardCount })}`}
                  trailing={price(pack.priceCoins)}
                  renderLink={(parts) => <Link to={cardPackPath(pack.id)} {...parts} />}
                />
              )}
            </VirtualList>
          </Surface>
        )}
      </Section>
    </>
  )
}
