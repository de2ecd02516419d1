import { useId } from 'react'
import { Avatar } from '../avatar.tsx'
import styles from './avatar-picker.module.css'
import { Icon } from '../icons.tsx'

type AvatarPickerProps = {
  label: string
  /** `name` is spoken; it also draws the picture where there is no `src`. */
  options: readonly { id: string; name: string; src?: string }[]
  /** An id, or anything else while none of these is chosen. */
  value: string | null
  onChange: (id: string) => void
}

/** Pictures to choose from: a radio group. */
export function AvatarPicker({ label, options, value, onChange }: AvatarPickerProps) {
  const group = useId()
  return (
    <fieldset className={styles.grid}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ id, name, src }) => (
        <label key={id} className={styles.option} data-on={id === value || undefined}>
          <span className={styles.picture}>
            <Avatar name={name} src={src} size={56} />
          </span>
          {id === value && (
            <span className={styles.tick}>
              <Icon name="check" size={14} />
            </span>
          )}
          <input
            type="radio"
            name={group}
            aria-label={name}
            checked={id === value}
            onChange={() => onChange(id)}
          />
        </label>
      ))}
    </fieldset>
  )
}
