import { useState } from 'react'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { adminLayer } from '#src/lib/paths.ts'
import { lazyScreen } from '../lazy-screen.tsx'

const Layer = lazyScreen(
  async () => (await import('#src/features/reports/admin.screen.tsx')).AdminLayer,
  null,
)

/** 管理 of /me, when the address asks for it. */
export function AdminLayer() {
  const isAsked = useAddressLayer(adminLayer).value !== null
  // It stays once it was there: a dialog gives the focus back only where it is closed.
  const [isNeeded, setNeeded] = useState(isAsked)
  if (isAsked && !isNeeded) setNeeded(true)
  return isNeeded && <Layer />
}
