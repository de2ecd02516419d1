import { useEffect, useId, useRef, type ReactNode } from 'react'
import styles from './floating-card.module.css'
import { IconButton } from '../icon-button.tsx'

type FloatingCardProps = {
  title: string
  children: ReactNode
  /** An `Icon` or a `MoreIcon`. */
  icon: ReactNode
  /** A button. */
  action?: ReactNode
  dismissLabel: string
  onDismiss: () => void
}

/** An offer that can be passed over: it stands beside the page, takes no focus and blocks nothing. */
export function FloatingCard(props: FloatingCardProps) {
  const { title, children, icon, action, dismissLabel, onDismiss } = props
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    // Room below the page, so that its last line can be scrolled out from under the card.
    document.body.style.paddingBlockEnd = `${card.current?.offsetHeight ?? 0}px`
    return () => void document.body.style.removeProperty('padding-block-end')
  }, [])
  return (
    <aside aria-labelledby={id} ref={card} className={styles.card}>
      <div className={styles.head}>
        <span className={styles.picture}>{icon}</span>
        <div className={styles.text}>
          <p id={id} className={styles.title}>
            {title}
          </p>
          <p className={styles.body}>{children}</p>
        </div>
        <span className={styles.close}>
          <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
        </span>
      </div>
      {action}
    </aside>
  )
}
