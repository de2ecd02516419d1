import { useTranslation } from 'react-i18next'
import { useInstall } from '#src/device/use-install.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import install from '#src/i18n/zh-CN/install.json'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { RowAction } from './row-action.tsx'

addMessages('install', install)

/** How this browser puts the app on the home screen; where it can, by one tap. */
export function InstallRow() {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('install')
  const { way, install: ask } = useInstall()
  return (
    <ListRow
      leading={
        <MoreIcon name={way === 'ios' ? 'share' : way === 'wechat' ? 'external' : 'phone'} size={20} />
      }
      title={way === 'wechat' ? words('wechatTitle') : t('install.name')}
      note={words(way === 'prompt' ? 'why' : way)}
      trailing={
        way === 'prompt' && (
          <RowAction aria-label={t('install.name')} onClick={() => void ask()}>
            {t('install.action')}
          </RowAction>
        )
      }
    />
  )
}
