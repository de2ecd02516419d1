import type { CardFace, CardFaces } from '#contract/exploration.ts'
import type { Deps } from '#server/deps.ts'
import {
  cursorOf,
  orderOf,
  positionOf,
  roundAfter,
  startOf,
  stretchesAfter,
  type Position,
} from './feed-order.ts'
import { findNext, readFaces, type FeedScope } from './feed.repository.ts'

/** The endless feed of /explore: all cards once, then all again in another order. */

type Db = Deps['database']['db']
type FeedRequest = {
  studentId: string
  seed: number
  cursor: string | undefined
  limit: number
  scope: FeedScope
}
type Found = { id: string; key: number }

/** The next cards of the round, fewer than `limit` at its end alone. */
const restOfRound = async (db: Db, { seed, limit, scope }: FeedRequest, from: Position): Promise<Found[]> => {
  const { key, direction } = orderOf(seed, from.round)
  const found: Found[] = []
  for (const stretch of stretchesAfter(seed, from)) {
    const wanted = limit - found.length
    if (wanted > 0) found.push(...(await findNext(db, { scope, key, direction, stretch, limit: wanted })))
  }
  return found
}

/** A page never reaches over the end of a round, so no card is on it twice. */
const findPage = async (db: Db, request: FeedRequest): Promise<{ found: Found[]; next: Position | null }> => {
  const { seed, cursor, limit } = request
  const from = cursor === undefined ? startOf(seed, 0) : positionOf(cursor)
  const nextRound = startOf(seed, roundAfter(from.round))
  const found = await restOfRound(db, request, from)
  const last = found.at(-1)
  if (last) return { found, next: found.length === limit ? { round: from.round, ...last } : nextRound }
  const again = await restOfRound(db, request, nextRound)
  const end = again.at(-1)
  if (!end) return { found: [], next: null }
  return {
    found: again,
    next:
      again.length === limit
        ? { round: nextRound.round, ...end }
        : startOf(seed, roundAfter(nextRound.round)),
  }
}

const toFace = (row: Awaited<ReturnType<typeof readFaces>>[number]): CardFace => ({
  id: row.id,
  title: row.title,
  front: row.front,
  back: row.back,
  ...(row.tag !== null && { tag: row.tag }),
  pack: {
    id: row.pack_id,
    title: row.pack_title,
    label: row.label,
    subject: { id: row.subject_id, name: row.subject_name },
    grade: { id: row.grade_id, name: row.grade_name },
  },
})

/** @throws ExpectedError `invalid_input` for a cursor that no feed gave */
export async function readFeed(db: Db, request: FeedRequest): Promise<CardFaces> {
  const { found, next } = await findPage(db, request)
  const ids = found.map(({ id }) => id)
  const rows = new Map((await readFaces(db, ids, request.studentId)).map((row) => [row.id, row]))
  return {
    items: ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [toFace(row)] : []
    }),
    next: next && cursorOf(next),
  }
}
