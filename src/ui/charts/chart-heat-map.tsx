import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { ChartFigure, type ChartTable } from './chart-figure.tsx'
import styles from './chart-heat-map.module.css'
import { daysAfter, daysBetween, heatWeeks } from './heat-map-weeks.ts'

type HeatMapProps = {
  label: string
  summary: string
  table: ChartTable
  /** By day, `2026-03-01`. */
  counts: ReadonlyMap<string, number>
  today: string
  weeks?: number
  /** From Monday. */
  weekdayLabels: readonly string[]
  /** The name of the month of a day. */
  monthLabel: (day: string) => string
  /** What is said of a day that is picked. */
  dayLabel: (day: string, count: number) => string
  legend: { less: string; more: string }
}

const cell = 14
const step = 17
const levels = [0, 1, 2, 3, 4] as const
const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

/** A year of days, a column a week, scrolled to today. */
export function HeatMap(props: HeatMapProps) {
  const {
    label,
    summary,
    table,
    counts,
    today,
    weeks = 53,
    weekdayLabels,
    monthLabel,
    dayLabel,
    legend,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const map = useRef<SVGSVGElement>(null)
  const [picked, setPicked] = useState<string>()
  const columns = useMemo(() => heatWeeks(counts, today, weeks), [counts, today, weeks])
  const first = columns[0]?.[0]?.day ?? today
  const width = columns.length * step - (step - cell)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null) element.scrollLeft = (isRightToLeft(element) ? -1 : 1) * element.scrollWidth
  }, [today])
  useEffect(() => {
    // Keys walk out of the visible weeks.
    const mark = picked === undefined ? null : scroller.current?.querySelector('[data-picked]')
    mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [picked])

  const press = (event: MouseEvent): void => {
    const box = map.current?.getBoundingClientRect()
    if (box === undefined) return
    const across = isRightToLeft(event.currentTarget) ? box.right - event.clientX : event.clientX - box.left
    const day = columns[Math.floor(across / step)]?.[Math.floor((event.clientY - box.top) / step)]?.day
    if (day !== undefined) setPicked(day)
  }
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const week = isRightToLeft(event.currentTarget) ? -7 : 7
    const days = { ...steps, ArrowRight: week, ArrowLeft: -week }[event.key]
    if (days === undefined) return
    event.preventDefault()
    const day = picked === undefined ? today : daysAfter(picked, days)
    if (day >= first && day <= today) setPicked(day)
  }
  const spoken = picked === undefined ? undefined : dayLabel(picked, counts.get(picked) ?? 0)
  return (
    <ChartFigure label={label} summary={summary} table={table} readout={spoken}>
      <div className={styles.map}>
        <div aria-hidden="true" className={styles.weekdays}>
          {weekdayLabels.map((weekday, index) => (
            <span key={weekday}>{index % 2 === 0 ? weekday : ''}</span>
          ))}
        </div>
        <div
          ref={scroller}
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={weeks * 7}
          aria-valuenow={daysBetween(first, picked ?? today)}
          aria-valuetext={spoken ?? summary}
          tabIndex={0}
          className={styles.scroller}
          onClick={press}
          onKeyDown={walk}
        >
          <div aria-hidden="true" className={styles.year} style={{ inlineSize: width }}>
            {columns.map((days, index) => {
              const start = days.find(({ day }) => day.endsWith('-01'))
              return (
                start !== undefined && (
                  <span key={start.day} className={styles.month} style={{ insetInlineStart: index * step }}>
                    {monthLabel(start.day)}
                  </span>
                )
              )
            })}
            <svg
              ref={map}
              className={`${styles.days} mirrored`}
              width={width}
              height={7 * step - (step - cell)}
            >
              {columns.map((days, week) =>
                days.map(({ day, level }, weekday) => (
                  <rect
                    key={day}
                    className={styles.day}
                    data-level={level}
                    x={week * step}
                    y={weekday * step}
                    width={cell}
                    height={cell}
                    rx="3"
                  />
                )),
              )}
              {columns.map((days, week) =>
                days.map(
                  ({ day }, weekday) =>
                    day === picked && (
                      <rect
                        key={day}
                        className={styles.picked}
                        data-picked
                        x={week * step + 1}
                        y={weekday * step + 1}
                        width={cell - 2}
                        height={cell - 2}
                        rx="2"
                      />
                    ),
                ),
              )}
            </svg>
          </div>
        </div>
      </div>
      <div aria-hidden="true" className={styles.legend}>
        {legend.less}
        <svg className="mirrored" width={levels.length * step - (step - cell)} height={cell}>
          {levels.map((level) => (
            <rect
              key={level}
              className={styles.day}
              data-level={level}
              x={level * step}
              width={cell}
              height={cell}
              rx="3"
            />
          ))}
        </svg>
        {legend.more}
      </div>
    </ChartFigure>
  )
}
