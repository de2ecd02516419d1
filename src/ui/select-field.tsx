import { useId } from 'react'
import styles from './field.module.css'

type SelectFieldProps<Code extends string> = {
  label: string
  hint?: string
  /** `lang`: the language of the name, where it is not the page's. */
  options: readonly { code: Code; name: string; lang?: string }[]
  value: string
  onChange: (code: Code) => void
}

/** The device's own list of choices. */
export const SelectField = <Code extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: SelectFieldProps<Code>) => {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          className={styles.input}
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-note`}
          onChange={(event) => {
            const chosen = options.find(({ code }) => code === event.target.value)
            if (chosen !== undefined) onChange(chosen.code)
          }}
        >
          {options.map(({ code, name, lang }) => (
            <option key={code} value={code} lang={lang}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {hint !== undefined && (
        <p id={`${id}-note`} className={styles.note}>
          {hint}
        </p>
      )}
    </div>
  )
}
