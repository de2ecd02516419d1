import { useEffect, useRef } from 'react'
import { addMessages } from '#src/i18n/i18n.ts'
import wallet from '#src/i18n/zh-CN/wallet.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { CoinHistoryPanel } from './coin-history-panel.tsx'
import { readPanelFlag, writePanelFlag } from './panel-flags.ts'
import { RechargePanel } from './recharge-panel.tsx'

addMessages('wallet', wallet)

/** A panel in the address, whose flag is remembered; one that was left open opens again at the next start. */
const usePanel = (name: 'recharge' | 'coins') => {
  const layer = useAddressLayer(name)
  const isOpen = layer.value !== null
  const isFirst = useRef(true)
  const { open } = layer
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      if (!isOpen && readPanelFlag(name)) return open()
    }
    writePanelFlag(name, isOpen)
  }, [isOpen, name, open])
  return { isOpen, open, close: layer.close }
}

/** The recharge panel, and the coin history, which shows only while the former is closed. */
export const WalletPanels = () => {
  const recharge = usePanel('recharge')
  const coins = usePanel('coins')
  return (
    <>
      <RechargePanel isOpen={recharge.isOpen} onClose={recharge.close} onHistory={coins.open} />
      <CoinHistoryPanel isOpen={coins.isOpen && !recharge.isOpen} onClose={coins.close} />
    </>
  )
}
