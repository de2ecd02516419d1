import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './floating-card.module.css'
import { IconButton } from './icon-button.tsx'

type FloatingCardProps = {
  title: string
  children: ReactNode
  /** An `Icon` or a `MoreIcon`. */
  icon: ReactNode
  /** A button. */
  action?: ReactNode
  dismissLabel: string
  onDismiss: () => void
  /** At the upper edge, pointing at the menu of the app that shows the page. */
  atTop?: boolean
}

/** An offer that can be passed over: it stands beside the page, takes no focus and blocks nothing. */
export const FloatingCard = (props: FloatingCardProps) => {
  const { title, children, icon, action, dismissLabel, onDismiss, atTop } = props
  const id = useId()
  return (
    <aside aria-labelledby={id} className={classNames(styles.card, atTop && styles.top)}>
      {atTop && <span aria-hidden="true" className={styles.pointer} />}
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
