import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import wallet from '#src/i18n/zh-CN/wallet.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns, rechargeToUnlock } from '#src/lib/paths.ts'
import { CoinHistoryPanel, directionOf } from './coin-history-panel.tsx'
import { panelNames, readPanelFlag, writePanelFlag, type PanelName } from './panel-flags.ts'
import { RechargePanel } from './recharge-panel.tsx'

addMessages('wallet', wallet)

/**
 * What was left open is open again at the next start, as soon as a screen that shows coins is there; until then, or
 * until the student opens one of them, it stays remembered.
 */
const useRememberedPanels = (): void => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const left = useRef<readonly PanelName[]>(null)
  useEffect(() => {
    const params = new URLSearchParams(search)
    left.current ??= panelNames.filter((name) => !params.has(name) && readPanelFlag(name))
    if (left.current.length > 0 && !panelNames.some((name) => params.has(name))) {
      if (pathname !== patterns.home && pathname !== patterns.me) return
      for (const name of left.current) params.set(name, '1')
      left.current = []
      return void navigate({ search: params.toString() }, { replace: true })
    }
    left.current = []
    for (const name of panelNames) writePanelFlag(name, params.has(name))
  }, [navigate, pathname, search])
}

/** The recharge panel, and the coin history, which shows only while the former is closed. */
export function WalletPanels() {
  useRememberedPanels()
  const recharge = useAddressLayer('recharge')
  const coins = useAddressLayer('coins')
  const isRecharging = recharge.value !== null
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const showHistory = (): void => {
    const next = new URLSearchParams(params)
    next.delete('recharge')
    next.set('coins', '1')
    void navigate({ search: next.toString() }, { replace: true, state: coins.state })
  }
  return (
    <>
      <RechargePanel
        isOpen={isRecharging}
        goesOnTo={recharge.value === rechargeToUnlock ? `${pathname}?unlock=1` : undefined}
        onClose={recharge.close}
        onHistory={showHistory}
      />
      <CoinHistoryPanel
        isOpen={coins.value !== null && !isRecharging}
        direction={directionOf(coins.value)}
        onDirection={coins.change}
        onClose={coins.close}
      />
    </>
  )
}
