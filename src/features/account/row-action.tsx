import { Button } from '#src/ui/button.tsx'
import styles from './security.module.css'

type RowActionProps = {
  /** With what it acts upon, for those who hear it out of its row. */
  'aria-label': string
  onClick: () => void
  children: string
}

/** The quiet button at the end of a row, in line with the row's edge. */
export function RowAction(props: RowActionProps) {
  return (
    <span className={styles.action}>
      <Button kind="plain" small {...props} />
    </span>
  )
}
