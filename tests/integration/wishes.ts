import { sql } from 'kysely'
import type { EndpointKey } from '#contract/api.ts'
import { themes } from '#server/themes/palettes.ts'
import { reportCall } from '#src/queries/packs/card-reports.ts'
import { favoriteCall } from '#src/queries/packs/packs.ts'
import { profileChanges } from '#src/queries/profile-changes.ts'
import { removeReviewCall, voteCall, writeReviewCall } from '#src/queries/packs/reviews.ts'
import { withWaitingVote } from '#src/queries/packs/shown-reviews.ts'
import { themeCall } from '#src/queries/themes.ts'
import type { LateCall } from '#src/queries/sync/waiting-calls.ts'
import type { PackReview } from '#contract/reviews.ts'
import { performPrivateWish } from './private-wishes.ts'
import type { Classroom, Seat, Student } from './school.ts'
import { want } from './wanted.ts'
import { isPrivateWish, type PublicWishKind, type WishKind } from './wish-kinds.ts'

/**
 * What a student wants that is no study record, and goes up as a call that may be sent late. Each thing that can be
 * wanted is a topic with a value; what was set last is what the server must have in the end.
 */

const profile = async (seat: Seat, update: Parameters<typeof profileChanges>[0]): Promise<void> => {
  for (const { input, coalesceKey } of profileChanges(update)) {
    const wanted = 'study' in input ? input.study : input
    await want(seat, ['PUT /profile', input, coalesceKey], { ...wanted })
  }
}

const orders = ['due-first', 'mixed', 'new-first'] as const

export async function savedVoteOf({ server, review }: Classroom, { studentId }: Student) {
  return (
    (
      await server.deps.database.db
        .selectFrom('review_votes')
        .select('vote')
        .where('review_id', '=', review.id)
        .where('student_id', '=', studentId)
        .executeTakeFirst()
    )?.vote ?? null
  )
}

const vote = async ({ review }: Classroom, seat: Seat, pick: number): Promise<void> => {
  const saved = { id: review.id, myVote: seat.savedVote, likes: 0, dislikes: 0 } as PackReview
  const shown = withWaitingVote(saved, await seat.page.account.waitingCalls())
  const pressed = pick % 2 === 0 ? 'like' : 'dislike'
  await want(seat, voteCall(shown, pressed), { vote: shown.myVote === pressed ? null : pressed })
}

const removeReview = async ({ server, pack }: Classroom, seat: Seat): Promise<void> => {
  const mine = await server.deps.database.db
    .selectFrom('pack_reviews')
    .select('id')
    .where('pack_id', '=', pack.packId)
    .where('student_id', '=', seat.student.studentId)
    .executeTakeFirst()
  if (mine) await want(seat, removeReviewCall(pack.packId, mine.id), { review: null })
}

const report = async ({ pack, newId }: Classroom, seat: Seat, pick: number): Promise<void> => {
  const { reported } = seat.student.wishes
  const index = pick % pack.cardIds.length
  const id = pack.cardIds[index]!
  if (reported.has(id)) return
  const reportId = newId()
  const call = reportCall(
    { id, packId: pack.packId, hash: `hash-${index + 1}` },
    { problem: 'typo' },
    reportId,
  )
  await want(seat, call, { [`report:${reportId}`]: id })
  reported.add(id)
}

const hopeless = async (seat: Seat, call: LateCall<EndpointKey>): Promise<void> => {
  await want(seat, call, {})
  seat.student.wishes.hopeless.add(call[2])
}

const performPublicWish = async (
  classroom: Classroom,
  seat: Seat,
  wish: PublicWishKind,
  pick: number,
): Promise<void> => {
  const { pack, lockedPack } = classroom
  switch (wish) {
    case 'name':
      return profile(seat, { name: `小满${pick}` })
    case 'new-cards':
      return profile(seat, { study: { newCardsPerDay: pick } })
    case 'order':
      return profile(seat, { study: { order: orders[pick % 3]!, newCardsPerDay: pick } })
    case 'autoplay':
      return profile(seat, { study: { autoplay: pick % 2 === 0 }, name: `大雪${pick}` })
    case 'theme': {
      const { id } = themes[pick % themes.length]!
      return want(seat, themeCall(id), { theme: id })
    }
    case 'favorite': {
      const isFavorite = pick % 2 === 0
      return want(seat, favoriteCall(pack.packId, isFavorite), { favorite: isFavorite || null })
    }
    case 'review':
      return want(seat, writeReviewCall(pack.packId, 1 + (pick % 5), `第 ${pick} 次`), {
        review: `${1 + (pick % 5)} 第 ${pick} 次`,
      })
    case 'remove-review':
      return removeReview(classroom, seat)
    case 'vote':
      return vote(classroom, seat, pick)
    case 'report':
      return report(classroom, seat, pick)
    case 'favorite-missing':
      return hopeless(seat, favoriteCall(classroom.missingPackId, true))
    case 'review-locked':
      return hopeless(seat, writeReviewCall(lockedPack.packId, 5, '好'))
  }
}

export async function performWish(
  classroom: Classroom,
  seat: Seat,
  { wish, pick }: { wish: WishKind; pick: number },
): Promise<void> {
  // The page shows nothing of it: it can neither be read nor kept.
  if (seat.locked.has(seat.student.studentId)) return
  if (isPrivateWish(wish)) return performPrivateWish(classroom, seat, wish, pick)
  return performPublicWish(classroom, seat, wish, pick)
}

type Row = {
  name: string
  theme: string
  study: Record<string, unknown>
  favorites: string[]
  reviews: { pack: string; rating: number; comment: string }[]
  vote: string | null
  reports: { id: string; card: string }[]
  packs: { id: string; title: string }[]
  cards: { id: string; front: string }[]
}

/** What the server has of a student, by topic. What is not there has no entry. */
export async function onServer(
  { server, pack, review }: Classroom,
  { studentId }: Student,
): Promise<Map<string, unknown>> {
  const { rows } = await sql<Row>`
    select s.name, s.theme_id as theme, s.study_config as study,
      (select coalesce(json_agg(f.pack_id), '[]') from favorites f where f.student_id = s.id) as favorites,
      (select coalesce(json_agg(json_build_object('pack', r.pack_id, 'rating', r.rating, 'comment', r.comment)), '[]')
        from pack_reviews r where r.student_id = s.id) as reviews,
      (select v.vote from review_votes v where v.student_id = s.id and v.review_id = ${review.id}) as vote,
      (select coalesce(json_agg(json_build_object('id', r.id, 'card', r.card_id)), '[]')
        from card_reports r where r.student_id = s.id) as reports,
      (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title)), '[]')
        from card_packs p where p.owner_id = s.id and p.removed_at is null) as packs,
      (select coalesce(json_agg(json_build_object('id', c.id, 'front', c.markdown->>'front')), '[]')
        from cards c join card_packs p on p.id = c.pack_id
        where p.owner_id = s.id and c.removed_at is null) as cards
    from students s where s.id = ${studentId}`.execute(server.deps.database.db)
  const { name, theme, study, favorites, reviews, vote: given, reports, packs, cards } = rows[0]!
  return new Map<string, unknown>([
    ['name', name],
    ['theme', theme],
    ...Object.entries(study),
    ...favorites.map((id): [string, unknown] => [id === pack.packId ? 'favorite' : `favorite:${id}`, true]),
    ...reviews.map((row): [string, unknown] => [
      row.pack === pack.packId ? 'review' : `review:${row.pack}`,
      `${row.rating} ${row.comment}`,
    ]),
    ...(given === null ? [] : [['vote', given] as [string, unknown]]),
    ...reports.map(({ id, card }): [string, unknown] => [`report:${id}`, card]),
    ...packs.map(({ id, title }): [string, unknown] => [`pack:${id}`, title]),
    ...cards.map(({ id, front }): [string, unknown] => [`card:${id}`, front]),
  ])
}
