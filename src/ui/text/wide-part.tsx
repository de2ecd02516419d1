import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './wide-part.module.css'

/** A formula or a table: where it is wider than its place it scrolls by itself, and the keys reach it. */
export function WidePart({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const box = part.current
    if (box === null) return
    const observer = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth))
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    // What scrolls must be in reach of the keys, and no role says that of a formula or a table.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={part} className={styles.wide} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  )
}
