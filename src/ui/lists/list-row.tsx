import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons.tsx'
import type { RenderLink } from '../render-link.ts'
import styles from '../surface.module.css'

type ListRowProps = {
  title: ReactNode
  note?: ReactNode
  leading?: ReactNode
  trailing?: ReactNode
  /** The title in bold, for things that have a cover or a picture. */
  strong?: boolean
  /** Not available to the student yet. */
  muted?: boolean
  /** Exactly one of the two makes the row a control. */
  renderLink?: RenderLink
  onPress?: () => void
}

export function ListRow(props: ListRowProps) {
  const { title, note, leading, trailing, strong, muted, renderLink, onPress } = props
  const className = classNames(styles.row, strong && styles.strong, muted && styles.muted)
  const children = (
    <>
      {leading}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {(trailing !== undefined || renderLink !== undefined) && (
        <span className={styles.end}>
          {trailing}
          {renderLink !== undefined && <Icon name="forward" size={16} />}
        </span>
      )}
    </>
  )
  if (renderLink !== undefined) return renderLink({ className, children })
  if (onPress === undefined) return <div className={className}>{children}</div>
  return (
    <button type="button" className={className} onClick={onPress}>
      {children}
    </button>
  )
}
