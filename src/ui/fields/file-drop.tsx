import { useId, useState } from 'react'
import styles from './file-drop.module.css'
import { MoreIcon } from '../more-icons.tsx'

type FileDropProps = {
  /** What pressing does; the accessible name. */
  label: string
  /** Which files are taken. */
  hint: string
  /** As the `accept` attribute; a file that is dropped may be of any kind, so the owner looks at it. */
  accept: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
  error?: string | undefined
  disabled?: boolean
}

/** A place for files: press it to choose some, or drop them on it. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, multiple = false, onFiles, error, disabled } = props
  const id = useId()
  const [isOver, setOver] = useState(false)
  return (
    <div>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        data-invalid={error !== undefined}
        aria-disabled={disabled || undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <span id={id} className={styles.label}>
          <MoreIcon name="upload" size={20} />
          {label}
        </span>
        <span id={`${id}-note`}>{hint}</span>
        <span id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </span>
        {/* It covers the box, so the browser itself takes what is dropped. */}
        <input
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-labelledby={id}
          aria-describedby={`${id}-note ${id}-error`}
          aria-invalid={error !== undefined || undefined}
          title=""
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // Else choosing the same file again would be no change.
            event.target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </div>
    </div>
  )
}
