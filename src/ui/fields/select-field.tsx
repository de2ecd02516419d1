import { useId } from 'react'
import { classNames } from '../class-names.ts'
import frame from './frame.module.css'
import styles from './field.module.css'

/** `lang`: of the name, where it is not the page's. `group`: the heading that it stands below. */
type Option<Code extends string> = { code: Code; name: string; lang?: string; group?: string }

type SelectFieldProps<Code extends string> = {
  label: string
  hint?: string
  options: readonly Option<Code>[]
  value: string
  onChange: (code: Code) => void
}

/** The device's own list of choices. */
export function SelectField<Code extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: SelectFieldProps<Code>) {
  const id = useId()
  const groups = [...new Set(options.flatMap(({ group }) => group ?? []))]
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={classNames(frame.frame, styles.box)}>
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
          <Options options={options.filter(({ group }) => group === undefined)} />
          {groups.map((name) => (
            <optgroup key={name} label={name}>
              <Options options={options.filter(({ group }) => group === name)} />
            </optgroup>
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

const Options = ({ options }: { options: readonly Option<string>[] }) =>
  options.map(({ code, name, lang }) => (
    <option key={code} value={code} lang={lang}>
      {name}
    </option>
  ))
