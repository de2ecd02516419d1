import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './pill.module.css'

type PillProps = { pressed?: boolean; onPress: () => void; children: ReactNode }

/** A filter that is on or off; without `pressed` a short action. */
export function Pill({ pressed, onPress, children }: PillProps) {
  return (
    <button type="button" className={styles.pill} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  )
}

type TagProps = { children: ReactNode; onColor?: boolean }

/** A fact in a pill's shape; no control. */
export function Tag({ children, onColor }: TagProps) {
  return <span className={classNames(styles.pill, onColor && styles.onColor)}>{children}</span>
}

type PillRowProps = { label: string; children: ReactNode }

/** Pills in one line that scrolls sideways when it must. */
export function PillRow({ label, children }: PillRowProps) {
  return (
    <div role="group" aria-label={label} className={styles.row}>
      {children}
    </div>
  )
}

export type PillChoicesProps = {
  /** The words for no choice. */
  any: string
  options: readonly { id: string; name: string }[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** One of several, or none of them. */
export function PillChoices({ any, options, chosen, onChoose }: PillChoicesProps) {
  return (
    <>
      <Pill pressed={chosen === undefined} onPress={() => onChoose(undefined)}>
        {any}
      </Pill>
      {options.map(({ id, name }) => (
        <Pill key={id} pressed={chosen === id} onPress={() => onChoose(id)}>
          {name}
        </Pill>
      ))}
    </>
  )
}
