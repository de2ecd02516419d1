import { useId, type ComponentProps, type CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import frame from './frame.module.css'
import styles from './text-area.module.css'

type TextAreaProps = Omit<
  ComponentProps<'textarea'>,
  'className' | 'onChange' | 'value' | 'id' | 'maxLength' | 'style'
> & {
  label: string
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  /**
   * In characters. More can be typed, because an input method composes past it, and what was pasted is
   * not cut in silence; the counter and `aria-invalid` say so, and the caller refuses to save.
   */
  limit: number
  /** What is spoken of the counter near the limit and past it; negative past it. */
  leftLabel: (left: number) => string
  error?: string | undefined
  hint?: string | undefined
}

const spokenFrom = 20

/** Grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, value, onChange, limit, leftLabel, error, hint, rows = 4, ...rest } = props
  const id = useId()
  const note = error ?? hint
  const used = Array.from(value).length
  const isOver = used > limit
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div
        className={classNames(frame.frame, styles.box)}
        data-invalid={error !== undefined || isOver}
        style={{ '--rows': rows } as CSSProperties}
      >
        <div aria-hidden="true" className={styles.copy}>{`${value}\n`}</div>
        <textarea
          {...rest}
          id={id}
          rows={rows}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || isOver || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
      </div>
      <div className={styles.foot}>
        <span aria-live="polite">
          {note !== undefined && (
            <span id={`${id}-note`} className={error === undefined ? styles.note : styles.error}>
              {note}
            </span>
          )}
        </span>
        <span aria-hidden="true" className={classNames(styles.count, isOver && styles.over)}>
          {used} / {limit}
        </span>
        <span role="status" className="visually-hidden">
          {limit - used <= spokenFrom && leftLabel(limit - used)}
        </span>
      </div>
    </div>
  )
}
