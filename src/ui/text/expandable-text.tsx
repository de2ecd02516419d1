import { useEffect, useId, useState, type CSSProperties, type ReactNode } from 'react'
import styles from './expandable-text.module.css'

type ExpandableTextProps = {
  children: ReactNode
  /** Shown before it is opened. */
  lines?: number
  moreLabel: string
  lessLabel: string
}

/** A long text, cut to some lines with a button for the rest; the button is there only when something is cut. */
export function ExpandableText({ children, lines = 3, moreLabel, lessLabel }: ExpandableTextProps) {
  const id = useId()
  const [text, setText] = useState<HTMLDivElement | null>(null)
  const [open, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    if (text === null || open) return
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1))
    observer.observe(text)
    return () => observer.disconnect()
  }, [text, open])
  return (
    <div>
      <div
        ref={setText}
        id={id}
        className={open ? undefined : styles.clamped}
        style={{ '--lines': lines } as CSSProperties}
      >
        {children}
      </div>
      {(isCut || open) && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? lessLabel : moreLabel}
        </button>
      )}
    </div>
  )
}
