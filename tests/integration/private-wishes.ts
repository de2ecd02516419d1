import { labelOf } from '#contract/private-card.ts'
import { parsePrivateCards } from '#src/queries/private-packs/parse-private-cards.ts'
import {
  createPackCalls,
  putCardCall,
  removeCardCall,
  removePackCall,
  renamePackCall,
} from '#src/queries/private-packs/private-pack-calls.ts'
import type { PrivateCard } from '#contract/generation.ts'
import type { Classroom, OwnPack, Seat } from './school.ts'
import { want } from './wanted.ts'
import type { PrivateWishKind } from './wish-kinds.ts'

/** Private packs: made, changed and deleted on one device, before and after the server knows them. */

const place = { gradeId: 'g7', subjectId: 'math' }
const mostPacks = 2

const makePack = async ({ newId }: Classroom, seat: Seat, pick: number): Promise<void> => {
  const cards = [1, 2].map((number): PrivateCard => ({ id: newId(), front: `问 ${number}`, back: '答' }))
  const pack = { packId: newId(), title: `笔记 ${pick}`, ...place, cards }
  for (const call of createPackCalls(pack)) {
    const fronts = cards.map(({ id, front }) => [`card:${id}`, front])
    await want(seat, call, { [`pack:${pack.packId}`]: pack.title, ...Object.fromEntries(fronts) })
  }
  const head = {
    id: pack.packId,
    title: pack.title,
    label: labelOf(pack.title),
    subject: { id: 'math', name: '数学' },
  }
  await seat.page.account.keepOwnPack(head, await parsePrivateCards(pack.packId, cards))
  const made = cards.map(({ id }) => id)
  seat.ownPacks.push({ packId: pack.packId, made, cardIds: [...made] })
}

const putCard = async (seat: Seat, { packId }: OwnPack, id: string, front: string): Promise<void> => {
  const card = { id, front, back: '答' }
  await want(seat, putCardCall(packId, card), { [`card:${id}`]: front })
  const [parsed] = await parsePrivateCards(packId, [card])
  await seat.page.account.keepOwnCard(parsed!)
}

const removePack = async (seat: Seat, pack: OwnPack): Promise<void> => {
  const { values } = seat.student.wishes
  const cards = pack.made.filter((id) => values.has(`card:${id}`)).map((id) => [`card:${id}`, null])
  const wanted = { [`pack:${pack.packId}`]: null, ...Object.fromEntries(cards) }
  await want(seat, removePackCall(pack.packId), wanted)
  await seat.page.account.removePack(pack.packId)
  seat.ownPacks = seat.ownPacks.filter((other) => other !== pack)
}

export async function performPrivateWish(
  classroom: Classroom,
  seat: Seat,
  wish: PrivateWishKind,
  pick: number,
): Promise<void> {
  const pack = seat.ownPacks[pick % Math.max(1, seat.ownPacks.length)]
  if (pack === undefined || (wish === 'make-pack' && seat.ownPacks.length < mostPacks))
    return makePack(classroom, seat, pick)
  const cardId = pack.cardIds[pick % pack.cardIds.length]!
  switch (wish) {
    case 'make-pack':
    case 'rename-pack': {
      const title = `改名 ${pick}`
      const call = renamePackCall(pack.packId, { title, ...place })
      return want(seat, call, { [`pack:${pack.packId}`]: title })
    }
    case 'put-card':
      return putCard(seat, pack, cardId, `改过的问 ${pick}`)
    case 'add-card': {
      const id = classroom.newId()
      pack.made.push(id)
      return putCard(seat, pack, id, `新问 ${pick}`)
    }
    case 'remove-card':
      if (pack.cardIds.length === 1) return
      pack.cardIds = pack.cardIds.filter((id) => id !== cardId)
      return want(seat, removeCardCall(pack.packId, cardId), { [`card:${cardId}`]: null })
    case 'remove-pack':
      return removePack(seat, pack)
  }
}
