/** Layers that stand over any screen that shows a card, and say which: `?report=<pack>.<card>`. */

export const reportCardLayer = 'report'
/** An own card is changed over the player, which goes on below. */
export const editCardLayer = 'edit'

export type CardOfLayer = { packId: string; cardId: string }

export function cardLayerValue({ packId, cardId }: CardOfLayer): string {
  return `${packId}.${cardId}`
}

/** @returns null for no layer, and for an address that names no card */
export function cardOfLayer(value: string | null): CardOfLayer | null {
  const [packId = '', cardId = '', ...rest] = value?.split('.') ?? []
  return packId === '' || cardId === '' || rest.length > 0 ? null : { packId, cardId }
}
