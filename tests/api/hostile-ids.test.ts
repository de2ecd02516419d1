import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import { exportSections } from '#contract/limits.ts'
import { maskPhone } from '#server/gateways/sms/mask.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import {
  endsSession,
  expectRefusal,
  expectSuccess,
  expectWellFormed,
  isProtected,
  keys,
  send,
  type Sent,
} from './calls.ts'
import { exampleInputs, imaginaryThings, type Things } from './example-inputs.ts'
import {
  absentExceptions,
  foreignExceptions,
  idFieldsOf,
  ownersThing,
  placeOf,
  type Exception,
} from './ids.ts'
import { mutate, type Fields } from './mutations.ts'
import { exportOf, makeWorld, type World } from './world.ts'

/** Walks every id of every call with one that leads nowhere, and with one of another student's. */

const server = await serverOfFile()
const owner = await makeWorld(server)
const stranger = await makeWorld(server)
const before = await exportOf(owner.student.call)

const allFields = keys.flatMap(idFieldsOf)
const foreignFields = allFields.filter(({ kind }) => kind === 'id')

const expectOutcome = (sent: Sent, exception: Exception | undefined, what: string): void => {
  if (exception === undefined) return expectRefusal(sent, 'not_found', what)
  if (exception.reason !== undefined)
    return expectRefusal(sent, exception.reason, `${what}, though ${exception.why}`)
  expectSuccess(sent, `${what}, though ${exception.why}`)
  if (exception.results === undefined) return
  const { results } = sent.body['data'] as { results: { status: string; reason?: string }[] }
  expect(
    results.map(({ status, reason }) => reason ?? status),
    what,
  ).toEqual(exception.results)
}

const sendAs = async (world: World, key: EndpointKey, fields: Fields): Promise<Sent> => {
  const token = endsSession.has(key) ? (await server.signIn()).token : world.student.token
  return send(server, key, fields, isProtected(key) ? token : null)
}

/** There for all to see: the library's packs and cards, and reviews with their ids. */
const isShared = new Set(['packId', 'cardId', 'lockedPackId', 'ownReviewId', 'reviewId'])

/** What no one else may read in a reply, short of what stood in the request. */
const expectNothingOf = ({ student, other, ...things }: World, sent: Sent, asked: Fields): void => {
  const { studentId, phone, token, ticket } = student
  const own = Object.entries(things).flatMap(([name, thing]) => (isShared.has(name) ? [] : [thing]))
  const secrets = [...own, studentId, phone, maskPhone(phone), token, ticket, other.token, other.ticket]
  const known = JSON.stringify(asked)
  for (const secret of secrets.filter((text) => !known.includes(text))) {
    expect(sent.text, known).not.toContain(secret)
  }
}

describe('an id that leads nowhere', () => {
  test.each(allFields.map((field) => [placeOf(field), field] as const))(
    '%s',
    async (place, { key, path, kind }) => {
      const value = kind === 'slug' ? 'nobody' : randomUUID()
      const sent = await sendAs(
        stranger,
        key,
        mutate(exampleInputs(stranger)[key] as Fields, { path, value }),
      )
      expectOutcome(sent, absentExceptions[place], place)
      if (path[0] === 'gradeId' && sent.status === 200) expect(sent.body['data']).toMatchObject({ items: [] })
    },
  )

  test('in no other place has an outcome of its own', () => {
    const places = new Set(allFields.map(placeOf))
    expect(Object.keys(absentExceptions).filter((place) => !places.has(place))).toEqual([])
    expect(Object.keys(foreignExceptions).filter((place) => !places.has(place))).toEqual([])
  })
})

describe('an id of another student’s', () => {
  test.each(foreignFields.map((field) => [placeOf(field), field] as const))('%s', async (place, field) => {
    const { key, path } = field
    const value = ownersThing(owner, field)
    const fields = mutate(exampleInputs(stranger)[key] as Fields, { path, value })
    const sent = await sendAs(stranger, key, fields)
    expectOutcome(sent, foreignExceptions[place], place)
    expectNothingOf(owner, sent, fields)
  })
})

describe('a stranger who knows all ids of another student', () => {
  /** With texts of the stranger’s own, and never an order that the cashier could still decide. */
  const ofOwner = (): Things => {
    const { student: _student, other: _other, ...things } = owner
    return { ...things, pendingOrderId: owner.paidOrderId, secret: imaginaryThings().secret }
  }

  test.each(keys)('learns nothing by %s', async (key) => {
    const somebody = await server.signIn()
    const fields = exampleInputs(ofOwner())[key] as Fields
    const sent = await send(server, key, fields, somebody.token)
    expectWellFormed(sent, key)
    expectNothingOf(owner, sent, fields)
  })

  test('learns nothing by an export that begins at any of their rows', async () => {
    const { student: somebody } = await makeWorld(server)
    const rows = Object.values(before as Record<string, { id?: string }[]>).flat()
    for (const cursor of rows.flatMap(({ id }) => id ?? [])) {
      for (const section of exportSections) {
        const fields = { section, cursor }
        const sent = await send(server, 'GET /account/export', fields, somebody.token)
        expectWellFormed(sent, `${section} from ${cursor}`)
        expectNothingOf(owner, sent, fields)
      }
    }
  })
})

test('and all that changed nothing of the other student’s', async () => {
  expect(await exportOf(owner.student.call)).toEqual(before)
})
