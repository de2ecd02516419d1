import { useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './segmented-control.module.css'

type SegmentedControlProps<Id extends string> = {
  label: string
  /** Two to four short names. */
  options: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
  /** As wide as its container. */
  wide?: boolean
  disabled?: boolean
}

/** One of a few, all in sight: a radio group. */
export function SegmentedControl<Id extends string>(props: SegmentedControlProps<Id>) {
  const { label, options, value, onChange, wide, disabled } = props
  const name = useId()
  return (
    <fieldset className={classNames(styles.control, wide && styles.wide)} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option} data-on={option.id === value || undefined}>
          <input
            type="radio"
            name={name}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
