import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import frame from './frame.module.css'
import styles from './field.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'value' | 'id'> & {
  label: string
  /** The name is only spoken; the placeholder then says what to enter. */
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string | undefined
  leading?: ReactNode
  /** An action of this field, such as a button. */
  trailing?: ReactNode
}

export function TextField({
  label,
  labelHidden = false,
  value,
  onChange,
  error,
  hint,
  leading,
  trailing,
  ...rest
}: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={classNames(frame.frame, styles.box)} data-invalid={error !== undefined}>
        {leading !== undefined && <bdi className={styles.side}>{leading}</bdi>}
        <input
          {...rest}
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {trailing}
      </div>
      <div aria-live="polite">
        {note !== undefined && (
          <p id={`${id}-note`} className={error === undefined ? styles.note : styles.error}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
