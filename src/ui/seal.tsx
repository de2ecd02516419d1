import { classNames } from './class-names.ts'
import styles from './marks.module.css'

type SealProps = { text: string; large?: boolean }

/** A seal's print: one or two words small, a rank large (two characters stand one above the other). */
export function Seal({ text, large }: SealProps) {
  return (
    <span className={classNames(styles.seal, large && styles.large)}>
      <span>{text}</span>
    </span>
  )
}
