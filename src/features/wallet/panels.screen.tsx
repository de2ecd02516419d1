import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import wallet from '#src/i18n/zh-CN/wallet.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import { CoinHistoryPanel, directionOf } from './coin-history-panel.tsx'
import { panelNames, readPanelFlag, writePanelFlag } from './panel-flags.ts'
import { RechargePanel } from './recharge-panel.tsx'

addMessages('wallet', wallet)

/** What was left open is open again at the next start, on a screen that shows coins. */
const useRememberedPanels = (): void => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isFirst = useRef(true)
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (isFirst.current) {
      isFirst.current = false
      const left = panelNames.filter((name) => !params.has(name) && readPanelFlag(name))
      if (left.length > 0 && (pathname === patterns.home || pathname === patterns.me)) {
        for (const name of left) params.set(name, '1')
        return void navigate({ search: params.toString() }, { replace: true })
      }
    }
    for (const name of panelNames) writePanelFlag(name, params.has(name))
  }, [navigate, pathname, search])
}

/** The recharge panel, and the coin history, which shows only while the former is closed. */
export const WalletPanels = () => {
  useRememberedPanels()
  const recharge = useAddressLayer('recharge')
  const coins = useAddressLayer('coins')
  const isRecharging = recharge.value !== null
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const showHistory = (): void => {
    const next = new URLSearchParams(params)
    next.delete('recharge')
    next.set('coins', '1')
    void navigate({ search: next.toString() }, { replace: true, state: coins.state })
  }
  return (
    <>
      <RechargePanel isOpen={isRecharging} onClose={recharge.close} onHistory={showHistory} />
      <CoinHistoryPanel
        isOpen={coins.value !== null && !isRecharging}
        direction={directionOf(coins.value)}
        onDirection={coins.change}
        onClose={coins.close}
      />
    </>
  )
}
