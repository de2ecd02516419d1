import { describe, expect, test } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import { maxBodyBytes } from '#contract/constants.ts'
import { fieldName, requestFormat } from '#server/http/field-names.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import {
  bodyOf,
  endpointOf,
  expectRefusal,
  expectSuccess,
  isProtected,
  keys,
  recordKey,
  sendText,
} from './calls.ts'
import { exampleInputs } from './example-inputs.ts'
import { mutate, type Fields } from './mutations.ts'
import { exportOf, makeWorld } from './world.ts'

/** Walks every call that has a body with bodies that are broken, too large, too deep, or reach into prototypes. */

const server = await serverOfFile()
const world = await makeWorld(server)
const before = await exportOf(world.student.call)

const withBody = keys.filter((key) => endpointOf(key).body !== undefined)
/** What the text of a body holds in the place of one that is no JSON value here. */
const hole = '@@'

/** The example's body as text, with a text of one's own in the place of one of its fields. */
const textWith = (key: EndpointKey, name: string, inside: string): string =>
  JSON.stringify(mutate(bodyFields(key), { path: [name], value: hole })).replace(`"${hole}"`, inside)

const bodyFields = (key: EndpointKey): Fields => {
  const names = Object.keys(bodyOf(key).properties)
  return Object.fromEntries(
    Object.entries(exampleInputs(world)[key] as Fields).filter(([name]) => names.includes(name)),
  )
}

/** Valid JSON, `levels` deep together with the body itself. */
const lists = (levels: number): string => '['.repeat(levels - 1) + ']'.repeat(levels - 1)
const objects = (levels: number): string => `${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}`

const factNames = ['answers', 'undos']
const isOfFacts = (key: EndpointKey, name: string): boolean => key === recordKey && factNames.includes(name)

const post = (key: EndpointKey, text: string) => {
  const token = isProtected(key) ? world.student.token : null
  return sendText(server, key, { fields: exampleInputs(world)[key] as object, text }, token)
}

describe.each(withBody)('%s', (key) => {
  const { properties, required } = bodyOf(key)
  const names = Object.keys(properties)

  test('refuses what is no JSON, and JSON that is no object', async () => {
    for (const text of [
      // Nothing at all is a body without fields, which some calls take.
      ...(required?.length ? [''] : []),
      '{',
      '[]',
      '"text"',
      'null',
      '7',
      '{"a":1}{"a":2}',
      '{"a":'.repeat(5000),
      '\u0000',
      '{,}',
    ])
      expectRefusal(await post(key, text), 'invalid_input', JSON.stringify(text.slice(0, 20)))
  })

  test('refuses a body that is too large', async () => {
    for (const name of names) {
      const text = textWith(key, name, `"${'x'.repeat(maxBodyBytes)}"`)
      expectRefusal(await post(key, text), 'payload_too_large', name)
    }
  })

  test.each([33, 5000])('refuses %i levels in any field before it looks at the field', async (levels) => {
    for (const name of names) {
      for (const nested of [lists(levels), objects(levels)]) {
        const text = textWith(key, name, nested)
        expect(() => JSON.parse(text)).not.toThrow()
        expectRefusal(await post(key, text), 'invalid_input', `${name} ${levels} deep`, requestFormat)
      }
    }
  })

  test('looks at a field that is as deep as may be', async () => {
    for (const name of names) {
      // Of a list of facts each is looked at by itself: see below.
      if (isOfFacts(key, name)) continue
      const sent = await post(key, textWith(key, name, lists(32)))
      expectRefusal(sent, 'invalid_input', name, fieldName([name], key.split(' ')[1]))
    }
  })

  test('refuses keys that reach into prototypes, wherever they stand', async () => {
    for (const reaching of ['"__proto__":{"admin":true}', '"constructor":{"prototype":{"admin":true}}']) {
      const body = JSON.stringify(bodyFields(key))
      expectRefusal(
        await post(key, `{${reaching},${body.slice(1)}`),
        'invalid_input',
        reaching,
        requestFormat,
      )
      for (const name of names) {
        const sent = await post(key, textWith(key, name, `[{${reaching}}]`))
        expectRefusal(sent, 'invalid_input', `${name}: ${reaching}`, requestFormat)
      }
    }
  })
})

test('deep answers and undos are refused alone', async () => {
  for (const name of factNames) {
    const others = { ...bodyFields(recordKey), answers: [], undos: [] }
    const text = JSON.stringify({ ...others, [name]: hole }).replace(`"${hole}"`, `[${objects(30)}]`)
    const sent = await post(recordKey, text)
    expectSuccess(sent, name)
    const { results } = sent.body['data'] as { results: Fields[] }
    expect(results).toEqual([{ id: '', status: 'refused', reason: 'invalid' }])
  }
})

test('and nothing came of any of it', async () => {
  expect(await exportOf(world.student.call)).toEqual(before)
  expect('admin' in {}).toBe(false)
})
