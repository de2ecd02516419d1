import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Profile } from '#contract/account.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { patterns } from '#src/lib/paths.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { CoinBadge } from '#src/ui/coin-badge.tsx'
import { dateLine } from './date-line.ts'
import { greetingAt } from './greeting.ts'
import styles from './home.module.css'

type HomeHeadProps = { profile: Profile | undefined; now: Date }

/** The day, the greeting, the coins, and the way to 我的. */
export function HomeHead({ profile, now }: HomeHeadProps) {
  const { t } = useTranslation('home')
  const greeting = t(`greeting.${greetingAt(now.getHours())}`)
  const coins = profile && formatNumber(profile.coins)
  return (
    <header className={styles.head}>
      <div className={styles.greeting}>
        <p className={styles.date}>{dateLine(now)}</p>
        <h1 className={styles.title}>
          {profile === undefined ? greeting : t('greetingLine', { greeting, name: profile.name })}
        </h1>
      </div>
      {coins !== undefined && (
        <Link to="?recharge=1" state={{ layer: 'recharge' }}>
          <CoinBadge amount={coins} label={t('coins', { amount: coins })} />
        </Link>
      )}
      <Link to={patterns.me} aria-label={t('profile')} className={styles.avatar}>
        <Avatar name={profile?.name ?? ''} src={profile?.avatar ?? ''} />
      </Link>
    </header>
  )
}
