import { useTranslation } from 'react-i18next'
import type { PrivateCard } from '#contract/generation.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import generation from '#src/i18n/zh-CN/generation.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { editCardLayer, cardOfLayer, type CardOfLayer } from '#src/parts/card-layers.ts'
import { usePrivatePack, usePrivatePackActions } from '#src/queries/private-packs/generation.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { CardFormSheet } from './card-form.tsx'

addMessages('generation', generation)

/** One own card over the player; what is under way below stays. */
export function EditCardLayer() {
  const layer = useAddressLayer(editCardLayer)
  const edited = cardOfLayer(layer.value)
  return edited && <EditCard {...edited} onClose={layer.close} />
}

const EditCard = ({ packId, cardId, onClose }: CardOfLayer & { onClose: () => void }) => {
  const { t } = useTranslation('generation')
  const actions = usePrivatePackActions()
  const card = usePrivatePack(packId).pack?.cards.find(({ id }) => id === cardId)
  const save = async (fields: Omit<PrivateCard, 'id'>): Promise<void> => {
    try {
      await actions.putCard(packId, { id: cardId, ...fields })
      await actions.keepCardHere(packId, { id: cardId, ...fields })
      onClose()
    } catch {
      showToast('error', t('notKept'))
    }
  }
  return (
    <CardFormSheet
      open={card !== undefined}
      card={card}
      onClose={onClose}
      onSave={(fields) => void save(fields)}
    />
  )
}
