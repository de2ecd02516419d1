import { useId, type ReactNode } from 'react'
import styles from './choice-rows.module.css'
import { Icon } from '../icons.tsx'

type ChoiceRowsProps<Id extends string> = {
  label: string
  options: readonly { id: Id; label: string; note?: string; leading?: ReactNode; lang?: string }[]
  value: Id | null
  onChange: (id: Id) => void
  disabled?: boolean
}

/** One of several, a row each: a radio group inside a `Surface kind="rows"` or a sheet. */
export function ChoiceRows<Id extends string>(props: ChoiceRowsProps<Id>) {
  const { label, options, value, onChange, disabled } = props
  const name = useId()
  return (
    <fieldset className={styles.rows} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.row} lang={option.lang}>
          {option.leading}
          <span className={styles.text}>
            <span id={`${name}-${option.id}`}>{option.label}</span>
            {option.note !== undefined && (
              <span id={`${name}-${option.id}-note`} className={styles.note}>
                {option.note}
              </span>
            )}
          </span>
          <span className={styles.tick}>{option.id === value && <Icon name="check" />}</span>
          <input
            type="radio"
            name={name}
            aria-labelledby={`${name}-${option.id}`}
            aria-describedby={option.note === undefined ? undefined : `${name}-${option.id}-note`}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
        </label>
      ))}
    </fieldset>
  )
}
