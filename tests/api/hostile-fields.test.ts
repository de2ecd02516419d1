import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import { maxAnswersPerRequest } from '#contract/constants.ts'
import { fieldName } from '#server/http/field-names.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import {
  bodyOf,
  endpointOf,
  endsSession,
  expectRefusal,
  expectSuccess,
  expectWellFormed,
  isProtected,
  keys,
  recordKey,
  send,
} from './calls.ts'
import { exampleInputs } from './example-inputs.ts'
import {
  mutate,
  mutationsOf,
  paramMutationsOf,
  queryMutationsOf,
  type Fields,
  type Mutation,
  type Step,
} from './mutations.ts'
import { makeWorld } from './world.ts'

/** Walks every field of every call with what it cannot be, and with what it can be and no one expects. */

const server = await serverOfFile()
const world = await makeWorld(server)

const tokenFor = (key: EndpointKey): string | null => (isProtected(key) ? world.student.token : null)

/** Upload checks its facts one by one: a wrong one is refused alone. */
const isFact = ({ path }: Mutation): boolean =>
  path.length > 1 && ['answers', 'undos'].includes(String(path[0]))

const nameOf = (key: EndpointKey, path: readonly Step[]): string =>
  fieldName(path.map(String), key.split(' ')[1])

const wrongOnes = (key: EndpointKey, fields: object): Mutation[] => {
  const { params, query, body } = endpointOf(key)
  return [
    ...(params ? paramMutationsOf(params, fields) : []),
    ...(query ? queryMutationsOf(query, fields) : []),
    ...(body ? mutationsOf(bodyOf(key), fields).filter((one) => key !== recordKey || !isFact(one)) : []),
  ]
}

/** @returns what became of each */
const upload = async (list: 'answers' | 'undos', facts: unknown[]): Promise<string[]> => {
  const fields = { ...exampleInputs(world)[recordKey], answers: [], undos: [], [list]: facts }
  const sent = await send(server, recordKey, fields, world.student.ticket)
  expectSuccess(sent, list)
  const { results } = sent.body['data'] as { results: { status: string; reason?: string }[] }
  return results.map(({ status, reason }) => reason ?? status)
}

/** A field that the contract does not know has no name. */
const isUndeclared = ({ value }: Mutation): boolean =>
  typeof value === 'object' && value !== null && 'admin' in value

describe('what a field cannot be', () => {
  const takesFields = keys.filter((key) => {
    const { params, query, body } = endpointOf(key)
    return params ?? query ?? body
  })

  test.each(takesFields)('is refused by its name: %s', async (key) => {
    const fields = exampleInputs(world)[key] as Fields
    const all = wrongOnes(key, fields)
    expect(all.length).toBeGreaterThan(0)
    for (const mutation of all) {
      const sent = await send(server, key, mutate(fields, mutation), tokenFor(key))
      const field = nameOf(key, isUndeclared(mutation) ? [] : mutation.path)
      expectRefusal(sent, 'invalid_input', mutation.what, field)
    }
  })

  test('is refused alone among answers and undos, and what stands beside it is stored', async () => {
    const fields = exampleInputs(world)[recordKey]
    const facts = mutationsOf(bodyOf(recordKey), fields).filter(isFact)
    for (const list of ['answers', 'undos'] as const) {
      const all = facts.filter(({ path }) => path[0] === list)
      expect(all.length).toBeGreaterThan(20)
      for (let from = 0; from < all.length; from += maxAnswersPerRequest / 2) {
        const wrong = all.slice(from, from + maxAnswersPerRequest / 2)
        const outcomes = await upload(
          list,
          wrong.flatMap((mutation) => {
            const [bad] = mutate(fields, mutation)[list] as unknown[]
            return [bad, exampleInputs(world)[recordKey][list][0]]
          }),
        )
        for (const [index, { what }] of wrong.entries()) {
          expect(outcomes.slice(index * 2, index * 2 + 2), what).toEqual(['invalid', 'stored'])
        }
      }
    }
  })
})

/** Right by their type, or not: no app sends them. */
const oddValues: readonly unknown[] = [
  2 ** 53,
  -1,
  'x'.repeat(64),
  'nul\u0000byte',
  '\ud800',
  '\u202e\u2066\u200f\u2028',
  "'; drop table students; --",
  '<img src=x onerror=alert(1)>',
  '%_\\',
  '0000-01-01',
  '2026-02-31',
  '1000-01-01',
  '2026-02-31T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  ['\u0000'],
  [{ id: '\ud800' }],
]

const leavesOf = (value: unknown, path: readonly Step[] = []): (readonly Step[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : [path]

describe('what may be right', () => {
  test.each(keys)('%s answers it as the contract knows', async (key) => {
    const { params, query, body } = endpointOf(key)
    const named = [params, query, body && bodyOf(key)].flatMap((part) => Object.keys(part?.properties ?? {}))
    const example = exampleInputs(world)[key] as Fields
    const paths = [...named.filter((name) => !(name in example)).map((name) => [name]), ...leavesOf(example)]
    for (const path of paths) {
      for (const value of oddValues) {
        const token = endsSession.has(key) ? (await server.signIn()).token : tokenFor(key)
        // New ids for what the client makes: one that is known already would not be looked at.
        const sent = await send(
          server,
          key,
          mutate(exampleInputs(world)[key] as Fields, { path, value }),
          token,
        )
        expectWellFormed(sent, `${path.join('.')} = ${JSON.stringify(value)}`)
      }
    }
  })

  test('is never shown with NUL, half a character or a mark that turns the line', async () => {
    const { call } = world.student
    const name = `\u2067${randomUUID().slice(0, 8)}`
    expect((await call('PUT /profile', { name })).code).toBe(4220)
    for (const section of ['account', 'devices', 'packReviews', 'cardReports', 'privatePacks'] as const) {
      const { data } = await call('GET /account/export', { section })
      expect(JSON.stringify(data.rows), section).not.toMatch(/\\u0000|\\ud8|[\u202a-\u202e\u2066-\u2069]/u)
    }
    const { data } = await call('GET /account/export', { section: 'privateCards' })
    expect(JSON.stringify(data.rows)).not.toMatch(/\\u0000|\\ud8/u)
  })
})
