import { Type, type TObject } from 'typebox'
import { expect } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { apiBasePath, maxAnswersPerRequest, successCode } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { errorMessage } from '#contract/error-messages.ts'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { StudyAnswer, StudyUndo } from '#contract/study.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import type { Fields } from './mutations.ts'

/** Sends any call, also as no app would send it, and holds the answer to what the contract knows. */

export type Sent = { status: number; text: string; body: Fields }

const table: Record<string, Endpoint> = endpoints
export const keys = Object.keys(endpoints) as EndpointKey[]
export function endpointOf(key: EndpointKey): Endpoint {
  return table[key]!
}
export function isProtected(key: EndpointKey): boolean {
  return endpointOf(key).access !== 'public'
}
/** These end the session that sends them. */
export const endsSession: ReadonlySet<EndpointKey> = new Set(['POST /auth/logout'])
export const recordKey = 'POST /user-study/record/:packId/:sessionId'

/** What a call takes as its body, with the elements that it checks one by one. */
export function bodyOf(key: EndpointKey): TObject {
  const body = endpointOf(key).body as TObject
  if (key !== recordKey) return body
  const facts = { maxItems: maxAnswersPerRequest }
  return Type.Object({
    ...body.properties,
    answers: Type.Array(StudyAnswer, facts),
    undos: Type.Array(StudyUndo, facts),
  })
}

const read = (response: { statusCode: number; body: string }): Sent => ({
  status: response.statusCode,
  text: response.body,
  body: response.body === '' ? {} : (JSON.parse(response.body) as Fields),
})

/** An address takes no half of a surrogate pair. */
const inAddress = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\p{Surrogate}/gu, '\ufffd'),
  )

const addressOf = (key: EndpointKey, fields: Fields) => {
  const [method, template] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const rest = { ...fields }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name]
    return inAddress(fields[name])
  })
  return { method, url: apiBasePath + path, rest }
}

const queryOf = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${name}=${inAddress(one)}`),
    )
    .join('&')

const bearer = (token: string | null) => (token === null ? {} : { authorization: `Bearer ${token}` })

/** Fields as they are: nothing is checked on this side. A list in a query stands there several times. */
export async function send(
  { app }: TestServer,
  key: EndpointKey,
  fields: object,
  token: string | null,
): Promise<Sent> {
  const { method, url, rest } = addressOf(key, fields as Fields)
  if (endpointOf(key).body)
    return read(await app.inject({ method, url, headers: bearer(token), payload: rest }))
  const query = queryOf(rest)
  return read(
    await app.inject({ method, url: query === '' ? url : `${url}?${query}`, headers: bearer(token) }),
  )
}

/** A body as it is, under the address that the fields make. */
export async function sendText(
  { app }: TestServer,
  key: EndpointKey,
  { fields, text }: { fields: object; text: string },
  token: string | null,
): Promise<Sent> {
  const { method, url } = addressOf(key, fields as Fields)
  const headers = { 'content-type': 'application/json', ...bearer(token) }
  return read(await app.inject({ method, url, headers, payload: text }))
}

const entries = new Map(Object.values(errorCatalogue).map((entry) => [entry.code as number, entry]))

/** A success, or a refusal that the contract knows, in Chinese, with its own status and display; never a failure. */
export function expectWellFormed(sent: Sent, what: string): void {
  const where = `${what}: ${sent.status} ${sent.text.slice(0, 300)}`
  if (sent.body['code'] === successCode) {
    expect(sent.status, where).toBe(200)
    return
  }
  const entry = entries.get(sent.body['code'] as number)
  expect(entry, where).toBeDefined()
  expect(sent.status, where).toBe(entry?.status)
  expect(sent.status, where).toBeLessThan(500)
  expect(sent.body['show_type'], where).toBe(entry?.showType)
  expect(sent.body['message'], where).toMatch(/\p{Script=Han}/u)
  expect(sent.body['message'], where).not.toMatch(/\{\{|undefined|\[object/)
  expect(sent.body['data'], where).toBeNull()
}

/** That one refusal; with a field, naming it and nothing else. */
export function expectRefusal(sent: Sent, reason: ErrorName, what: string, field?: string): void {
  expectWellFormed(sent, what)
  expect(sent.body['code'], `${what}: ${sent.text}`).toBe(errorCatalogue[reason].code)
  if (field !== undefined) expect(sent.body['message'], what).toBe(errorMessage(reason, { field }))
}

export function expectSuccess(sent: Sent, what: string): void {
  expectWellFormed(sent, what)
  expect(sent.body['code'], `${what}: ${sent.text}`).toBe(successCode)
}
