import type { ComponentProps, KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icons.tsx'
import frame from './frame.module.css'
import styles from './field.module.css'

type SearchFieldProps = Omit<
  ComponentProps<'input'>,
  'className' | 'onChange' | 'value' | 'type' | 'onSubmit'
> & {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  onSubmit: (value: string) => void
}

/** An Enter that picks a candidate of the input method is no search (229: Safari ends composing first). */
const composing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229

export function SearchField({ label, clearLabel, value, onChange, onSubmit, ...rest }: SearchFieldProps) {
  return (
    <div role="search" className={classNames(frame.frame, styles.box, styles.search)}>
      <Icon name="search" size={20} />
      <input
        enterKeyHint="search"
        autoComplete="off"
        {...rest}
        type="search"
        aria-label={label}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || composing(event)) return
          event.preventDefault()
          onSubmit(value.trim())
        }}
      />
      {value !== '' && <IconButton icon="close" label={clearLabel} onClick={() => onChange('')} />}
    </div>
  )
}
