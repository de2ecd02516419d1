import { useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { MoreIcon } from '../more-icons.tsx'
import styles from './field.module.css'

type NumberStepperProps = {
  label: string
  decreaseLabel: string
  increaseLabel: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
}

/** A whole number within bounds. What is being typed stays free until the field is left. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, decreaseLabel, increaseLabel, value, onChange, min, max, step = 1 } = props
  const [draft, setDraft] = useState<string>()
  const settle = (next: number) => {
    setDraft(undefined)
    if (Number.isFinite(next)) onChange(Math.min(max, Math.max(min, Math.round(next))))
  }
  return (
    <div role="group" aria-label={label} className={styles.stepper}>
      <IconButton
        icon={<MoreIcon name="minus" />}
        label={decreaseLabel}
        disabled={value <= min}
        onClick={() => settle(value - step)}
      />
      <input
        className={styles.input}
        inputMode="numeric"
        aria-label={label}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => draft !== undefined && settle(draft.trim() === '' ? Number.NaN : Number(draft))}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <IconButton
        icon="plus"
        label={increaseLabel}
        disabled={value >= max}
        onClick={() => settle(value + step)}
      />
    </div>
  )
}
