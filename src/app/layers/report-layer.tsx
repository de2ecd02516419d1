import { useState } from 'react'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { lazyScreen } from '../lazy-screen.tsx'

const Layer = lazyScreen(
  async () => (await import('#src/features/reports/card-report.screen.tsx')).CardReportLayer,
  null,
)

/** 报错 over whatever shows a card, when the address asks for it. */
export function ReportLayer() {
  const isAsked = useAddressLayer('report').value !== null
  // It stays once it was there: a dialog gives the focus back only where it is closed.
  const [isNeeded, setNeeded] = useState(isAsked)
  if (isAsked && !isNeeded) setNeeded(true)
  return isNeeded && <Layer />
}
