import type { ReactElement } from 'react'
import { savesData } from '#src/device/connection.ts'
import { useSyncLoop } from '#src/queries/sync/use-sync-loop.ts'
import { AdminLayer } from './layers/admin-layer.tsx'
import { tellLate } from '#src/parts/tell-failure.ts'
import { useLateRefusals } from '#src/queries/sync/refusals.ts'
import { AccountLayers } from './layers/account-layers.tsx'
import { InstallOffer } from './layers/install-offer.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { EditCardMount } from './layers/edit-card-layer.tsx'
import { ReportLayer } from './layers/report-layer.tsx'
import { useStudyReminder } from './study-reminder.ts'
import { UpdateOffer } from './layers/update-offer.tsx'
import { useWechatOpenid } from './use-wechat-openid.ts'

const WalletPanels = lazyScreen(
  async () => (await import('#src/features/wallet/panels.screen.tsx')).WalletPanels,
  null,
)

/** What goes on beside the screens while a student is signed in: sends, fetches, reminds, offers the home screen. */
export function Background(): ReactElement | null {
  useSyncLoop(savesData)
  useStudyReminder()
  useWechatOpenid()
  useLateRefusals(tellLate)
  return (
    <>
      <WalletPanels />
      <AccountLayers />
      <ReportLayer />
      <EditCardMount />
      <AdminLayer />
      <InstallOffer />
      <UpdateOffer />
    </>
  )
}
