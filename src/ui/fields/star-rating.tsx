import { useId } from 'react'
import { Icon } from '../icons.tsx'
import styles from './star-rating.module.css'

const places = [1, 2, 3, 4, 5] as const

const Row = ({ size, filled }: { size: number; filled?: boolean }) =>
  places.map((place) => <Icon key={place} name="star" size={size} filled={filled} />)

type StarsProps = {
  /** 0 to 5; parts of a star are drawn. */
  value: number
  /** What is spoken, e.g. the figure with its unit. */
  label: string
  size?: number
}

/** A rating to read. */
export function Stars({ value, label, size = 16 }: StarsProps) {
  return (
    <span role="img" aria-label={label} className={styles.stars}>
      <Row size={size} />
      <span className={styles.full} style={{ inlineSize: `${Math.min(5, Math.max(0, value)) * 20}%` }}>
        <Row size={size} filled />
      </span>
    </span>
  )
}

type StarInputProps = {
  label: string
  /** 0 while nothing is chosen. */
  value: number
  onChange: (stars: number) => void
  /** The spoken name of a choice. */
  optionLabel: (stars: number) => string
  disabled?: boolean
}

/** A rating to give: a radio group, so arrow keys choose and a screen reader counts. */
export function StarInput({ label, value, onChange, optionLabel, disabled }: StarInputProps) {
  const name = useId()
  return (
    <fieldset className={styles.input} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {places.map((stars) => (
        <label key={stars} className={styles.star} data-on={stars <= value || undefined}>
          <input
            type="radio"
            name={name}
            aria-label={optionLabel(stars)}
            checked={stars === value}
            onChange={() => onChange(stars)}
          />
          <Icon name="star" size={28} filled={stars <= value} />
        </label>
      ))}
    </fieldset>
  )
}
