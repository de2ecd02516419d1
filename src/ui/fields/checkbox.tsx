import type { ComponentProps, ReactNode } from 'react'
import styles from './toggle.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange' | 'checked'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label; links inside it stay links. */
  children: ReactNode
}

export function Checkbox({ checked, onChange, children, ...rest }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        {...rest}
        type="checkbox"
        className={styles.check}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
