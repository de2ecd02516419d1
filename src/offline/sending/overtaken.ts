import { groupOf } from './next-batch.ts'
import type { CallItem } from '../schema.ts'

type Removal = Pick<CallItem, 'endpoint' | 'input' | 'coalesceKey'>

const removesCard = 'DELETE /private-packs/:packId/cards/:cardId'

const cardsOf = ({ input }: CallItem): readonly { id: string }[] =>
  (input as { cards?: readonly { id: string }[] }).cards ?? []

/**
 * Whether a call that was not sent is pointless once a later one is through: sent after it, it would bring back what
 * the later one has taken away, and nothing else.
 */
export function isOvertaken(call: CallItem, later: Removal): boolean {
  if (groupOf(call) !== groupOf(later)) return false
  switch (later.endpoint) {
    case 'DELETE /private-packs/:packId':
      return true
    case removesCard:
      return call.coalesceKey === `private-card:${String(later.input.cardId)}`
    default:
      return later.endpoint.includes('/reviews/:reviewId/')
  }
}

/**
 * Whether it brings a card back among others, or with its pack: then the removal has to follow it. The card itself must
 * come: answers may wait for it.
 */
export function bringsBack(call: CallItem, removal: Removal): boolean {
  return (
    removal.endpoint === removesCard &&
    groupOf(call) === groupOf(removal) &&
    !isOvertaken(call, removal) &&
    cardsOf(call).some(({ id }) => id === removal.input.cardId)
  )
}
