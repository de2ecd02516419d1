import { useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './toggle.module.css'

type SwitchProps = {
  label: string
  note?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, note, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <label className={classNames(styles.row, styles.between)}>
      <span>
        <span id={id}>{label}</span>
        {note !== undefined && (
          <span id={`${id}-note`} className={styles.note}>
            {note}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-labelledby={id}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
