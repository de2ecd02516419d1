import { useState, type ReactNode } from 'react'
import { Avatar } from '#src/ui/avatar.tsx'
import { BookCover, BookTile } from '#src/ui/book-cover.tsx'
import { BookGrid, BookShelf } from '#src/ui/book-grid.tsx'
import { Button } from '#src/ui/button.tsx'
import { CoinBadge } from '#src/ui/coin-badge.tsx'
import { GalleryChoices } from './gallery-choices.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { GalleryFigures } from './gallery-figures.tsx'
import { GalleryLayers } from './gallery-layers.tsx'
import { samples } from './gallery-samples.ts'
import { GallerySwitches, type GalleryTheme } from './gallery-switches.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Icon, iconNames } from '#src/ui/icons.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import type { RenderLink } from '#src/ui/render-link.ts'
import { Seal } from '#src/ui/seal.tsx'
import { Section } from '#src/ui/section.tsx'
import { BooksSkeleton, Loading, PlanSkeleton, RowsSkeleton, TextSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TabBar } from '#src/ui/bars/tab-bar.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import styles from './gallery.module.css'

const { words } = samples
const link: RenderLink = ({ children, ...parts }) => (
  <a href="#here" {...parts}>
    {children}
  </a>
)
const nothing = () => {}
const Line = ({ children }: { children: ReactNode }) => <div className={styles.line}>{children}</div>

/** Development only: every piece of the kit on one page, in every theme that there is. */
export function GalleryScreen({ themes }: { themes: readonly GalleryTheme[] }) {
  const [tab, setTab] = useState('home')
  return (
    <main className={styles.screen}>
      <TopBar title={samples.title} backLabel={words.back} onBack={nothing} />
      <GallerySwitches themes={themes} />
      <Section title={words.mine} aside={words.all} renderLink={link}>
        <BookGrid label={words.mine}>
          {samples.books.slice(0, 3).map((book) => (
            <li key={book.subject}>
              <BookTile {...book} render={link} />
            </li>
          ))}
          <BooksSkeleton count={1} />
        </BookGrid>
        <BookShelf label={words.all}>
          {samples.books.slice(3).map((book) => (
            <li key={book.subject}>
              <BookTile {...book} render={link} />
            </li>
          ))}
        </BookShelf>
        <Line>
          {(['thumb', 's', 'l'] as const).map((size) => (
            <BookCover key={size} {...samples.books[0]} size={size} />
          ))}
        </Line>
      </Section>
      <GalleryControls />
      <GalleryChoices themes={themes} />
      <ProgressBar label={words.mastered} value={42} max={100} />
      <ProgressBar label={words.mastered} value={64} max={100} tone="seal" />
      <Surface kind="hero">
        <ProgressBar label={words.mastered} value={38} max={100} tone="onColor" />
      </Surface>
      <Line>
        <Seal text={words.seal} />
        <Seal large text={words.rank} />
        <CoinBadge amount="320" label={words.coins} />
        <Avatar name={words.name} />
        <Avatar name="Ada" size={56} />
        <Avatar name="x" src="/missing.png" />
      </Line>
      <Line>
        {iconNames.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </Line>
      <Surface kind="rows">
        <ListRow title={words.row} trailing={words.preview} />
        <ListRow muted title={words.row} trailing={words.locked} />
        <ListRow
          strong
          title={samples.books[5].title}
          note={words.note}
          leading={<BookCover {...samples.books[5]} size="thumb" />}
          renderLink={link}
        />
      </Surface>
      <Surface kind="highlight">
        <TextSkeleton />
      </Surface>
      <Loading label={words.loading}>
        <PlanSkeleton />
        <RowsSkeleton count={2} />
      </Loading>
      <OfflineNotice>{words.offline}</OfflineNotice>
      <EmptyState
        icon="books"
        title={words.empty}
        reason={words.emptyReason}
        action={<Button kind="secondary">{words.start}</Button>}
      />
      <ErrorState title={words.error} reason={words.errorReason} retryLabel={words.retry} onRetry={nothing} />
      <GalleryLayers />
      <GalleryFigures />
      <TabBar
        label={words.mine}
        items={samples.bar.map((item) => ({
          ...item,
          current: item.id === tab,
          render: ({ children, ...parts }) => (
            <a href="#here" onClick={() => setTab(item.id)} {...parts}>
              {children}
            </a>
          ),
        }))}
      />
    </main>
  )
}
