import type { ReactElement } from 'react'
import styles from './action-sheet.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'
import { Sheet } from './sheet.tsx'

type ActionSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  actions: readonly {
    id: string
    label: string
    note?: string
    /** A `MoreIcon` as an element. */
    icon?: IconName | ReactElement
    danger?: boolean
    disabled?: boolean
    /** The sheet stays open until the owner closes it. */
    onPress: () => void
  }[]
}

/** What can be done with one thing, from the lower edge, where the thumb is. */
export const ActionSheet = ({ actions, ...sheet }: ActionSheetProps) => (
  <Sheet {...sheet}>
    <ul className={styles.actions}>
      {actions.map(({ id, label, note, icon, danger, disabled, onPress }) => (
        <li key={id}>
          <button
            type="button"
            className={classNames(styles.action, danger && styles.danger)}
            disabled={disabled}
            onClick={onPress}
          >
            {typeof icon === 'string' ? <Icon name={icon} /> : icon}
            <span>
              {label}
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  </Sheet>
)
