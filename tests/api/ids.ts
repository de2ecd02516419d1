import type { TSchema } from 'typebox'
import type { EndpointKey } from '#contract/api.ts'
import type { ErrorName } from '#contract/errors.ts'
import { Id, Slug } from '#contract/wire.ts'
import { bodyOf, endpointOf, recordKey as record } from './calls.ts'
import type { Things } from './example-inputs.ts'
import type { Step } from './mutations.ts'

/** Every id that a call takes, wherever it stands, and what comes of one that is nowhere or somebody else's. */

export type IdField = { key: EndpointKey; path: readonly Step[]; kind: 'id' | 'slug' }

type Node = { pattern?: string; properties?: Record<string, TSchema>; items?: TSchema }

const kinds = new Map<string | undefined, IdField['kind']>([
  [(Id as Node).pattern, 'id'],
  [(Slug as Node).pattern, 'slug'],
])

const idsIn = (schema: TSchema | undefined, path: readonly Step[] = []): Omit<IdField, 'key'>[] => {
  const { pattern, properties = {}, items } = (schema ?? {}) as Node
  const kind = kinds.get(pattern)
  return [
    ...(kind ? [{ path, kind }] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => idsIn(inner, [...path, name])),
    ...(items ? idsIn(items, [...path, 0]) : []),
  ]
}

export function idFieldsOf(key: EndpointKey): IdField[] {
  const { params, query, body } = endpointOf(key)
  return [params, query, body && bodyOf(key)]
    .flatMap((part) => idsIn(part))
    .map((field) => ({ key, ...field }))
}

export function placeOf({ key, path }: IdField): string {
  return `${key} ${path.join('.')}`
}

/** What comes of an id that does not lead to something of the caller's, where that is not `not_found`, and why. */
export type Exception = {
  /** Absent: the call succeeds. */
  reason?: ErrorName
  /** Of an upload: what becomes of its answer and its undo. */
  results?: readonly string[]
  why: string
}

const clientMakes = { why: 'the client makes this id: no one else is asked about it' }
const filters = { why: 'a filter that nothing matches finds nothing' }
const notThere = { why: 'what should not be there is not there' }
const staffAlone = { reason: 'forbidden', why: 'only staff learn whether it is there' } as const
const unknownCards = ['unknown_card', 'unknown_card']
const oneByOne = { results: unknownCards, why: 'facts are refused one by one' }
const unknownQr = { why: 'a code that was used, declined or never was is reported as expired' }
const stored = ['stored', 'stored']

/** Of ids that lead nowhere. */
export const absentExceptions: Readonly<Record<string, Exception>> = {
  'GET /auth/wechat-login-status sessionId': unknownQr,
  'POST /auth/wechat-login sessionId': {
    reason: 'wechat_state_invalid',
    why: 'so does a marker that was used',
  },
  'GET /discovery/cards gradeId': filters,
  'GET /exploration/card-faces gradeId': filters,
  'GET /exploration/card-faces subjectId': filters,
  'GET /card-packs/unlocked gradeId': filters,
  'GET /card-packs/unlocked subjectId': filters,
  'GET /card-packs/unlocked knowledgePointId': filters,
  'POST /card-packs/:id/unlock orderId': clientMakes,
  'DELETE /card-packs/:id/favorite id': notThere,
  'POST /card-packs/:id/cards/:cardId/report reportId': clientMakes,
  'POST /card-reports/:cardId/close cardId': staffAlone,
  'POST /orders orderId': clientMakes,
  'POST /private-packs packId': clientMakes,
  'POST /private-packs cards.0.id': clientMakes,
  'POST /private-packs gradeId': { reason: 'invalid_input', why: 'it is a field of a form' },
  'POST /private-packs subjectId': { reason: 'invalid_input', why: 'it is a field of a form' },
  'PUT /private-packs/:packId gradeId': { reason: 'invalid_input', why: 'it is a field of a form' },
  'PUT /private-packs/:packId subjectId': { reason: 'invalid_input', why: 'it is a field of a form' },
  'PUT /private-packs/:packId/cards cards.0.id': clientMakes,
  [`${record} packId`]: oneByOne,
  [`${record} sessionId`]: { ...clientMakes, results: stored },
  [`${record} deviceId`]: { ...clientMakes, results: stored },
  [`${record} answers.0.id`]: { ...clientMakes, results: stored },
  [`${record} answers.0.cardId`]: { ...oneByOne, results: ['unknown_card', 'stored'] },
  [`${record} undos.0.id`]: { ...clientMakes, results: stored },
  [`${record} undos.0.answerId`]: { results: stored, why: 'an undo may come before its answer' },
  [`${record} undos.0.cardId`]: { ...oneByOne, results: ['stored', 'unknown_card'] },
}

const ofEachStudent = {
  results: stored,
  why: 'facts are kept by student and id: it is an id of the caller’s own',
}
const votes = { why: 'reviews of a public pack are for all to vote on' }

/** Of ids that are another student's. */
export const foreignExceptions: Readonly<Record<string, Exception>> = {
  'GET /auth/wechat-login-status sessionId': {
    why: 'a QR code belongs to no one before it signs a student in',
  },
  'POST /auth/wechat-login sessionId': { reason: 'wechat_state_invalid', why: 'it is another browser’s' },
  'DELETE /card-packs/:id/favorite id': notThere,
  'DELETE /card-packs/reviews/:reviewId reviewId': {
    reason: 'forbidden',
    why: 'everybody sees that it is there',
  },
  'POST /card-packs/reviews/:reviewId/like reviewId': votes,
  'DELETE /card-packs/reviews/:reviewId/like reviewId': votes,
  'POST /card-packs/reviews/:reviewId/dislike reviewId': votes,
  'DELETE /card-packs/reviews/:reviewId/dislike reviewId': votes,
  'POST /card-packs/:id/cards/:cardId/report reportId': { why: 'reports are kept by student and id' },
  'POST /card-reports/:cardId/close cardId': staffAlone,
  'GET /orders/:orderId orderId': { why: 'anyone who is shown an order may pay it: it names no student' },
  'POST /orders/:orderId/sandbox-result orderId': { why: 'the cashier is for anyone who pays' },
  [`${record} packId`]: oneByOne,
  [`${record} sessionId`]: ofEachStudent,
  [`${record} deviceId`]: ofEachStudent,
  [`${record} answers.0.id`]: ofEachStudent,
  [`${record} answers.0.cardId`]: { ...oneByOne, results: ['unknown_card', 'stored'] },
  [`${record} undos.0.id`]: ofEachStudent,
  [`${record} undos.0.answerId`]: ofEachStudent,
  [`${record} undos.0.cardId`]: { ...oneByOne, results: ['stored', 'unknown_card'] },
}

/** What the owner has in the place of a field: the most private thing where there are several. */
const things: Readonly<Record<string, keyof Things>> = {
  id: 'privatePackId',
  packId: 'privatePackId',
  cardId: 'privateCardId',
  'cardIds.0': 'privateCardId',
  'cards.0.id': 'privateCardId',
  orderId: 'pendingOrderId',
  reviewId: 'ownReviewId',
  reportId: 'reportId',
  sessionId: 'qrSessionId',
  deviceId: 'otherDeviceId',
  'answers.0.id': 'answerId',
  'answers.0.cardId': 'privateCardId',
  'undos.0.id': 'undoId',
  'undos.0.answerId': 'answerId',
  'undos.0.cardId': 'privateCardId',
}

/** Fields that are called like others and mean something else; and an order that the cashier cannot decide again. */
const otherThings: Readonly<Record<string, keyof Things>> = {
  'POST /orders/:orderId/sandbox-result orderId': 'paidOrderId',
  [`${record} sessionId`]: 'studySessionId',
  [`${record} deviceId`]: 'installationId',
}

/** @throws Error for a field that came to the contract without a thing of the owner's here */
export function ownersThing(owner: Things, field: IdField): string {
  const thing = otherThings[placeOf(field)] ?? things[field.path.join('.')]
  if (thing === undefined) throw new Error(`it is not known what ${placeOf(field)} is of`)
  return owner[thing]
}
