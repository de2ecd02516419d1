import { useState } from 'react'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { editCardLayer } from '#src/parts/card-layers.ts'
import { lazyScreen } from '../lazy-screen.tsx'

const Layer = lazyScreen(
  async () => (await import('#src/features/generation/edit-card.screen.tsx')).EditCardLayer,
  null,
)

/** 编辑 over the player, when the address asks for it. */
export function EditCardMount() {
  const isAsked = useAddressLayer(editCardLayer).value !== null
  // It stays once it was there: a dialog gives the focus back only where it is closed.
  const [isNeeded, setNeeded] = useState(isAsked)
  if (isAsked && !isNeeded) setNeeded(true)
  return isNeeded && <Layer />
}
