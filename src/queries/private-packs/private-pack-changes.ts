import type { EndpointKey, Input } from '#contract/api.ts'
import type { PrivateCard, PrivatePack, PrivatePackSummary } from '#contract/generation.ts'
import type { WaitingCall } from '../sync/waiting-calls.ts'

/**
 * Private packs as their owner sees them: the server's word, and over it the calls that still wait. Calls come in
 * no order, so they are laid on by their kind: made, renamed, cards in bulk, single cards, removals.
 */

export type OwnPackRow = {
  id: string
  title: string
  /** Names of grade and subject; none while only this device knows the pack. */
  place: readonly string[]
  cardCount: number
  /** Something of it has still to be sent. */
  isWaiting: boolean
  gradeId: string
  subjectId: string
  /** What the server knows of it; undefined while only this device knows the pack. */
  saved?: PrivatePackSummary
}
export type OwnPack = OwnPackRow & { cards: readonly PrivateCard[] }

const inputsOf = <K extends EndpointKey>(calls: readonly WaitingCall[], endpoint: K): Input<K>[] =>
  calls.filter((call) => call.endpoint === endpoint).map((call) => call.input as Input<K>)

const placeOf = ({ grade, subject }: PrivatePackSummary): string[] => [grade.name, subject.name]

const fromServer = (pack: PrivatePack): OwnPack => ({
  id: pack.id,
  title: pack.title,
  place: placeOf(pack),
  cardCount: pack.cardCount,
  isWaiting: false,
  gradeId: pack.grade.id,
  subjectId: pack.subject.id,
  cards: pack.cards,
})

const fromCall = ({ packId, cards, ...fields }: Input<'POST /private-packs'>): OwnPack => ({
  ...fields,
  id: packId,
  place: [],
  cardCount: cards.length,
  isWaiting: true,
  cards,
})

const withCards = (cards: readonly PrivateCard[], changed: readonly PrivateCard[]): PrivateCard[] => {
  const byId = new Map(cards.map((card) => [card.id, card]))
  for (const card of changed) byId.set(card.id, card)
  return [...byId.values()]
}

/** @returns undefined when neither the server nor a waiting call has it, or when its removal waits */
export function ownPack(
  packId: string,
  saved: PrivatePack | undefined,
  calls: readonly WaitingCall[],
): OwnPack | undefined {
  const own = calls.filter((call) => call.input.packId === packId)
  const made = inputsOf(own, 'POST /private-packs')[0]
  const base = saved ? fromServer(saved) : made && fromCall(made)
  if (base === undefined || inputsOf(own, 'DELETE /private-packs/:packId').length > 0) return undefined
  const removed = new Set(
    inputsOf(own, 'DELETE /private-packs/:packId/cards/:cardId').map(({ cardId }) => cardId),
  )
  // Bulk calls hold the cards as they were first saved; a single card was changed after that.
  const bulk = inputsOf(own, 'PUT /private-packs/:packId/cards').toSorted(
    (a, b) => b.cards.length - a.cards.length,
  )
  const cards = bulk
    .reduce<readonly PrivateCard[]>((all, call) => withCards(all, call.cards), base.cards)
    .filter((card) => !removed.has(card.id))
  const renamed = inputsOf(own, 'PUT /private-packs/:packId')[0]
  return {
    ...base,
    title: renamed?.title ?? base.title,
    gradeId: renamed?.gradeId ?? base.gradeId,
    subjectId: renamed?.subjectId ?? base.subjectId,
    cards,
    cardCount: cards.length,
    isWaiting: own.length > 0,
  }
}

/** The list, with the packs that wait to be made before the rest. */
export function ownPacks(saved: readonly PrivatePackSummary[], calls: readonly WaitingCall[]): OwnPackRow[] {
  const known = new Set(saved.map(({ id }) => id))
  const made = inputsOf(calls, 'POST /private-packs').filter(({ packId }) => !known.has(packId))
  const removed = new Set(inputsOf(calls, 'DELETE /private-packs/:packId').map(({ packId }) => packId))
  const titles = new Map(
    inputsOf(calls, 'PUT /private-packs/:packId').map(({ packId, title }) => [packId, title]),
  )
  const rows = saved.map((pack) => ({
    id: pack.id,
    title: titles.get(pack.id) ?? pack.title,
    place: placeOf(pack),
    cardCount: pack.cardCount,
    isWaiting: calls.some((call) => call.input.packId === pack.id),
    gradeId: pack.grade.id,
    subjectId: pack.subject.id,
    saved: pack,
  }))
  const waiting = made.flatMap(({ packId }) => ownPack(packId, undefined, calls) ?? [])
  return [...waiting, ...rows].filter(({ id }) => !removed.has(id))
}
