import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

type Tab<Id extends string = string> = { id: Id; label: ReactNode }

type TabsProps<Id extends string> = {
  /** Joins the tabs with their `TabPanel`; unique on the page. */
  name: string
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** `grade`: no rule below, the chosen one larger. */
  kind?: 'line' | 'grade'
}

/** The index that a key leads to, or undefined. Arrows follow the reading direction and wrap. */
const target = (event: KeyboardEvent, index: number, count: number): number | undefined => {
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const steps: Record<string, number> = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }
  const step = steps[event.key]
  if (step !== undefined) return (index + step + count) % count
  if (event.key === 'Home') return 0
  return event.key === 'End' ? count - 1 : undefined
}

export function Tabs<Id extends string>({
  name,
  label,
  tabs,
  selected,
  onSelect,
  kind = 'line',
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, index: number) => {
    const next = target(event, index, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (tab === undefined || next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onSelect(tab.id)
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles[kind]}>
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${name}-tab-${tab.id}`}
          className={styles.tab}
          aria-selected={tab.id === selected}
          aria-controls={`${name}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={(event) => move(event, index)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

type TabPanelProps = { name: string; selected: string; children: ReactNode }

export function TabPanel({ name, selected, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${selected}`} tabIndex={-1}>
      {children}
    </div>
  )
}
