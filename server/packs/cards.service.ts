import type { Card, CardDetails } from '#contract/packs.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { readCards } from './cards.repository.ts'
import { findAccess } from './packs.repository.ts'

/** The rule of opening cards: all of an open pack, the previews of a locked one. */

type CardsRequest = { packId: string; studentId: string; cardIds: readonly string[] }

type CardRow = Awaited<ReturnType<typeof readCards>>[number]

const toCard = (packId: string, { id, title, hash, content }: CardRow): Card => ({
  id,
  packId,
  title,
  hash,
  ...content,
})

/**
 * The contents of cards, in the order asked for; ids given twice count once.
 * @throws ExpectedError `not_found` when the pack is not there for this student, or an id was never in it
 */
export async function readCardDetails(
  { database: { db } }: Pick<Deps, 'database'>,
  { packId, studentId, cardIds }: CardsRequest,
): Promise<CardDetails> {
  const ids = [...new Set(cardIds)]
  const access = (await findAccess(db, packId, studentId)) ?? fail('not_found')
  const found = new Map((await readCards(db, packId, ids)).map((row) => [row.id, row]))
  const rows = ids.map((id) => found.get(id) ?? fail('not_found'))
  const isOpen = ({ preview }: CardRow): boolean => access.open || preview
  return {
    cards: rows.filter(isOpen).map((row) => toCard(packId, row)),
    locked: rows.filter((row) => !isOpen(row)).map(({ id }) => id),
  }
}
