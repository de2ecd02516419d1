import { useState } from 'react'
import { BarChart } from '#src/ui/charts/chart-bars.tsx'
import { HeatMap } from '#src/ui/charts/chart-heat-map.tsx'
import { LineChart } from '#src/ui/charts/chart-line.tsx'
import { days, forecast, retention } from './gallery-figures-data.ts'
import { samples } from './gallery-samples.ts'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { PullToRefresh } from '#src/ui/lists/pull-to-refresh.tsx'
import { QrCode } from '#src/ui/qr-code.tsx'
import { RankLadder } from '#src/ui/charts/rank-ladder.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { useSwipe } from '#src/ui/swipe/use-swipe.ts'
import { VirtualGrid } from '#src/ui/lists/virtual-grid.tsx'
import { VirtualList } from '#src/ui/lists/virtual-list.tsx'
import styles from './gallery.module.css'

const { words } = samples
const rows = Array.from({ length: 400 }, (_, index) => index + 1)
const percent = (value: number): string => `${Math.round(value * 100)}%`

const table = (names: readonly { id: string; spoken: string }[]) => ({
  label: words.asTable,
  columns: [words.day, words.count],
  rows: names.map(({ id, spoken }) => ({ id, cells: [id, spoken] })),
})

/** The part of the gallery that draws figures. */
export function GalleryFigures() {
  const points = retention.map(({ id, value }) => ({
    id,
    value,
    spoken: value === null ? words.nothing : percent(value),
  }))
  return (
    <>
      <Section title={words.calendar} aside={words.weeks}>
        <Surface>
          <HeatMap
            label={words.calendar}
            summary={words.calendarGist}
            counts={days}
            today="2026-03-18"
            weekdayLabels={samples.weekdays}
            monthLabel={(day) => `${Number(day.slice(5, 7))} ${words.month}`}
            dayLabel={(day, count) => `${day} · ${count}`}
            legend={{ less: words.few, more: words.many }}
            table={{
              label: words.asTable,
              columns: [words.day, words.count],
              rows: [...days].map(([day, count]) => ({ id: day, cells: [day, String(count)] })),
            }}
          />
        </Surface>
      </Section>
      <Section title={words.forecast}>
        <Surface>
          <BarChart
            label={words.forecast}
            summary={words.forecastGist}
            bars={forecast}
            axis={[words.today, words.inTwoWeeks]}
            table={table(forecast)}
          />
        </Surface>
      </Section>
      <Section title={words.retention} aside={words.target}>
        <Surface>
          <LineChart
            label={words.retention}
            summary={words.retentionGist}
            points={points}
            range={[0.6, 1]}
            target={0.9}
            axis={[words.weeks, words.today]}
            table={table(points)}
          />
        </Surface>
      </Section>
      <div className={styles.line}>
        <QrCode text="https://example.com/qr" label={words.qr} sizePx={160} />
        <QrCode text="https://example.com/old" label={words.qr} sizePx={160} over={words.expired} />
      </div>
      <Surface>
        <RankLadder
          label={words.ranks}
          ranks={samples.ranks.map((rank, index) => ({
            ...rank,
            state: index < 2 ? 'done' : index === 2 ? 'current' : 'ahead',
            ...(index === 2 && {
              progress: <ProgressBar label={rank.title} value={64} max={100} tone="seal" />,
            }),
          }))}
        />
      </Surface>
      <SwipeSample />
      <div>
        <PullToRefresh
          onRefresh={() => new Promise((resolve) => setTimeout(resolve, 1200))}
          labels={{ pull: words.pull, release: words.release, busy: words.loading, button: words.refresh }}
        />
        <Surface kind="rows">
          <VirtualList
            items={rows}
            keyOf={String}
            label={words.longList}
            estimatedRowPx={52}
            memoryKey="gallery"
            between="lines"
          >
            {(row) => <ListRow title={`${words.row} ${row}`} note={row % 7 === 0 ? words.note : undefined} />}
          </VirtualList>
        </Surface>
      </div>
      <VirtualGrid items={rows.slice(0, 60)} keyOf={String} label={words.longList} memoryKey="gallery grid">
        {(row) => <Surface>{row}</Surface>}
      </VirtualGrid>
    </>
  )
}

const SwipeSample = () => {
  const [card, setCard] = useState<HTMLDivElement | null>(null)
  const [side, setSide] = useState<string>(words.swipe)
  useSwipe(card, { isEnabled: true, onSwipe: setSide })
  return (
    <div ref={setCard} className={styles.card}>
      {side}
    </div>
  )
}
