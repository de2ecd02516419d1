import { useId, type CSSProperties, type ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import type { SwatchColors } from '../theme/theme-colors.ts'
import styles from './theme-picker.module.css'

/** A theme in small. Decorative: its name stands beside it. */
const ThemeSwatch = ({ colors }: { colors: SwatchColors }) => {
  const style = {
    '--swatch-paper': colors.paper,
    '--swatch-surface': colors.surface,
    '--swatch-ink': colors.ink,
    '--swatch-line': colors.line,
    '--swatch-primary': colors.primary,
    '--swatch-on-primary': colors.onPrimary,
    '--swatch-seal': colors.seal,
  } as CSSProperties
  return (
    <span aria-hidden="true" className={styles.swatch} style={style}>
      <span className={styles.head}>
        <span className={styles.title} />
        <span className={styles.seal} />
      </span>
      <span className={styles.plan} />
      <span className={styles.row}>
        <span className={styles.book} />
        <span className={styles.book} />
        <span className={styles.book} />
      </span>
    </span>
  )
}

type ThemePickerProps = {
  label: string
  /** `colors` from `colorsOfTheme`. */
  options: readonly { id: string; name: string; colors: SwatchColors; badge?: ReactNode }[]
  value: string
  onChange: (id: string) => void
  disabled?: boolean
}

/** Themes to choose from, each in its own colours: a radio group. */
export function ThemePicker({ label, options, value, onChange, disabled }: ThemePickerProps) {
  const group = useId()
  return (
    <fieldset className={styles.grid} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ id, name, colors, badge }) => (
        <label key={id} className={styles.option} data-on={id === value || undefined}>
          <ThemeSwatch colors={colors} />
          <span className={styles.name}>
            {id === value && <Icon name="check" size={16} />}
            <span id={`${group}-${id}`}>{name}</span>
            {badge}
          </span>
          <input
            type="radio"
            name={group}
            aria-labelledby={`${group}-${id}`}
            checked={id === value}
            onChange={() => onChange(id)}
          />
        </label>
      ))}
    </fieldset>
  )
}
