import { useState } from 'react'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useConsentRefusals } from '#src/queries/guardian.ts'
import { lazyScreen } from '../lazy-screen.tsx'

const Layers = lazyScreen(
  async () => (await import('#src/features/account/account-layers.screen.tsx')).AccountLayers,
  null,
)

/**
 * The age band and the guardian's consent, when the address asks for them; and when the server has refused a call
 * for want of the consent, whatever screen it came from.
 */
export function AccountLayers() {
  const age = useAddressLayer('age')
  const guardian = useAddressLayer('guardian')
  const isAsked = age.value !== null || guardian.value !== null
  // It stays once it was there: a dialog gives the focus back only where it is closed.
  const [isNeeded, setNeeded] = useState(isAsked)
  if (isAsked && !isNeeded) setNeeded(true)
  useConsentRefusals(() => {
    if (!isAsked) guardian.open()
  })
  return isNeeded && <Layers />
}
