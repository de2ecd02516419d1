import type { ReactElement } from 'react'
import { savesData } from '#src/device/connection.ts'
import { useBackground } from '#src/queries/background.ts'
import { AccountLayers } from './account-layers.tsx'
import { InstallOffer } from './install-offer.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { ReportLayer } from './report-layer.tsx'
import { useStudyReminder } from './study-reminder.ts'
import { UpdateOffer } from './update-offer.tsx'
import { useWechatOpenid } from './wechat-openid.ts'

const WalletPanels = lazyScreen(
  async () => (await import('#src/features/wallet/panels.screen.tsx')).WalletPanels,
  null,
)

/** What goes on beside the screens while a student is signed in: sends, fetches, reminds, offers the home screen. */
export const Background = (): ReactElement | null => {
  useBackground(savesData)
  useStudyReminder()
  useWechatOpenid()
  return (
    <>
      <WalletPanels />
      <AccountLayers />
      <ReportLayer />
      <InstallOffer />
      <UpdateOffer />
    </>
  )
}
