import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Profile } from '#contract/account.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import me from '#src/i18n/zh-CN/me.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { adminLayer, patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { canSeeAdmin, useProfile } from '#src/queries/account.ts'
import { useTodayPlan } from '#src/queries/study.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { CoinBadge } from '#src/ui/coin-badge.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { AccountNotices } from './account-notices.tsx'
import { RankCard } from './learning/rank-card.tsx'
import { SignOut } from './sign-out.tsx'
import styles from './me.module.css'

addMessages('me', me)

const entries = [
  { key: 'edit', icon: <MoreIcon name="edit" size={20} />, path: patterns.profileEdit },
  { key: 'learning', icon: <MoreIcon name="chart" size={20} />, path: patterns.myLearning },
  { key: 'level', icon: <Icon name="star" size={20} />, path: patterns.levelDetail },
  { key: 'challenge', icon: <Icon name="check" size={20} />, path: patterns.challengeConfig },
  { key: 'generation', icon: <MoreIcon name="wand" size={20} />, path: patterns.myGeneration },
  { key: 'themes', icon: <MoreIcon name="palette" size={20} />, path: patterns.themeSettings },
  { key: 'settings', icon: <MoreIcon name="settings" size={20} />, path: patterns.settings },
  { key: 'terms', icon: <MoreIcon name="document" size={20} />, path: patterns.userAgreement },
  { key: 'privacy', icon: <MoreIcon name="shield" size={20} />, path: patterns.privacy },
] as const

export function MeScreen() {
  const { t } = useTranslation('me')
  const plan = useTodayPlan()
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      <div className={styles.stack}>
        <Person />
        <AccountNotices />
        {plan.data && <RankCard xp={plan.data.xp} />}
        <Surface kind="rows">
          {entries.map(({ key, icon, path }) => (
            <ListRow
              key={key}
              leading={icon}
              title={t(key)}
              renderLink={(parts) => <Link to={path} {...parts} />}
            />
          ))}
          <Admin />
          <SignOut />
        </Surface>
      </div>
    </>
  )
}

/** Its layer is `reports/admin.screen.tsx`. */
const Admin = () => {
  const { t } = useTranslation('me')
  const layer = useAddressLayer(adminLayer)
  const { data: profile } = useProfile()
  if (profile === undefined || !canSeeAdmin(profile)) return null
  return (
    <ListRow
      leading={<MoreIcon name="document" size={20} />}
      title={t('admin')}
      renderLink={(parts) => <Link to={layer.address()} state={layer.state} {...parts} />}
    />
  )
}

const Person = () => {
  const { t } = useTranslation('me')
  return (
    <Asked query={useProfile()} skeleton={<RowsSkeleton count={1} />} failed={t('profileFailed')}>
      {(profile) => <PersonCard profile={profile} />}
    </Asked>
  )
}

const PersonCard = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('me')
  const recharge = useAddressLayer('recharge')
  const coins = formatNumber(profile.coins)
  return (
    <Surface>
      <div className={styles.person}>
        <Avatar name={profile.name} src={profile.avatar} size={56} />
        <div className={styles.who}>
          <p className={styles.name}>
            <bdi>{profile.name}</bdi>
          </p>
          <p className={styles.quiet}>{profile.phoneMasked}</p>
        </div>
        <Link to={recharge.address()} state={recharge.state}>
          <CoinBadge amount={coins} label={t('coins', { amount: coins })} />
        </Link>
      </div>
    </Surface>
  )
}
