import styles from './marks.module.css'

type CoinBadgeProps = { amount: string; label: string }

/** @param label the spoken form, with the unit */
export function CoinBadge({ amount, label }: CoinBadgeProps) {
  return (
    <span className={styles.coins}>
      <span aria-hidden="true">{amount}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
