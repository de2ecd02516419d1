import { Type, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { fieldName, requestFormat } from '#server/http/field-names.ts'
import { bodyOf } from './calls.ts'
import { exampleInputs, imaginaryThings, type ExampleInputs } from './example-inputs.ts'
import { mutate, mutationsOf, omitted, queryMutationsOf, type Fields } from './mutations.ts'

const table: Record<string, Endpoint> = endpoints
const keys = Object.keys(endpoints) as EndpointKey[]
const examples: ExampleInputs = exampleInputs(imaginaryThings())

/** What lets a mutation of the strict schema through: a walk over such a server would report it. */
const slips = (strict: TSchema, loose: TSchema, right: unknown): string[] => {
  const check = Compile(Type.Object({ field: loose }))
  return mutationsOf(Type.Object({ field: strict }), { field: right })
    .filter((mutation) => check.Check(mutate({ field: right }, mutation)))
    .map(({ what }) => what)
}

describe('a constraint that is lost', () => {
  it.each<[string, TSchema, TSchema, unknown]>([
    ['the type of a text', Type.String(), Type.Unknown(), 'a'],
    ['a pattern', Type.String({ pattern: '^[a-z]+$' }), Type.String(), 'a'],
    ['the end of a pattern', Type.String({ pattern: '^[a-z]+$' }), Type.String({ pattern: '^[a-z]+' }), 'a'],
    [
      'the start of a pattern',
      Type.String({ pattern: '^[a-z]+$' }),
      Type.String({ pattern: '[a-z]+$' }),
      'a',
    ],
    [
      'the case of a pattern',
      Type.String({ pattern: '^[a-z]+$' }),
      Type.String({ pattern: '^[a-zA-Z]+$' }),
      'a',
    ],
    ['a least length', Type.String({ minLength: 1 }), Type.String(), 'a'],
    ['a greatest length', Type.String({ maxLength: 3 }), Type.String({ maxLength: 4 }), 'a'],
    ['whole numbers', Type.Integer(), Type.Number(), 1],
    ['a minimum', Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 0 }), 1],
    ['a maximum', Type.Integer({ maximum: 5 }), Type.Integer({ maximum: 6 }), 1],
    ['numbers that are no texts', Type.Number(), Type.Union([Type.Number(), Type.String()]), 1],
    ['a boolean', Type.Boolean(), Type.Union([Type.Boolean(), Type.Literal('true')]), true],
    ['a literal', Type.Literal(true), Type.Boolean(), true],
    ['a choice', Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.String(), 'a'],
    ['a choice of numbers', Type.Union([Type.Literal(1), Type.Literal(2)]), Type.Integer(), 1],
    ['a least count', Type.Array(Type.String(), { minItems: 1 }), Type.Array(Type.String()), ['a']],
    [
      'a greatest count',
      Type.Array(Type.String(), { maxItems: 2 }),
      Type.Array(Type.String(), { maxItems: 3 }),
      ['a'],
    ],
    ['the kind of elements', Type.Array(Type.Integer()), Type.Array(Type.Unknown()), [1]],
    [
      'a field that has to be there',
      Type.Object({ a: Type.Integer() }),
      Type.Partial(Type.Object({ a: Type.Integer() })),
      { a: 1 },
    ],
    ['no other fields', Type.Object({}, { additionalProperties: false }), Type.Object({}), {}],
    [
      'a range deep inside',
      Type.Array(Type.Object({ a: Type.Object({ b: Type.Integer({ maximum: 5 }) }) })),
      Type.Array(Type.Object({ a: Type.Object({ b: Type.Integer() }) })),
      [{ a: { b: 1 } }],
    ],
  ])('is noticed: %s', (_, strict, loose, right) => {
    expect(slips(strict, loose, right)).not.toEqual([])
    expect(slips(strict, strict, right)).toEqual([])
  })
})

describe('a mutation', () => {
  it('changes one value and leaves the others', () => {
    const fields = { a: 1, list: [{ b: 2, c: 3 }, { b: 4 }] }
    expect(mutate(fields, { path: ['list', 0, 'b'], value: omitted })).toEqual({
      a: 1,
      list: [{ c: 3 }, { b: 4 }],
    })
    expect(mutate(fields, { path: ['list', 0, 'b'], value: null })).toMatchObject({
      list: [{ b: null, c: 3 }, { b: 4 }],
    })
    expect(mutate(fields, { path: ['a'], value: omitted })).toEqual({ list: fields.list })
    expect(fields.list[0]).toEqual({ b: 2, c: 3 })
  })

  it('is asked of no example that would hide a field, and of no schema that it does not know', () => {
    const schema = Type.Object({ inner: Type.Optional(Type.Object({ a: Type.Integer() })) })
    expect(() => mutationsOf(schema, {})).toThrow('no example of inner')
    expect(() => mutationsOf(Type.Object({ list: Type.Array(Type.Integer()) }), { list: [] })).toThrow(
      'no example',
    )
    expect(() => mutationsOf(Type.Object({ odd: Type.Unknown() }), { odd: 1 })).toThrow('no mutations')
  })
})

describe('of every call of the contract', () => {
  const bodies = keys.filter((key) => table[key]?.body !== undefined)

  it.each(bodies)('%s: the example passes, and none of its mutations', (key) => {
    const schema = bodyOf(key)
    const check = Compile(schema)
    const fields = examples[key] as Fields
    expect(check.Check(fields), JSON.stringify([...check.Errors(fields)][0])).toBe(true)
    const mutations = mutationsOf(schema, fields)
    expect(mutations.filter((mutation) => check.Check(mutate(fields, mutation)))).toEqual([])
    expect(mutations.length).toBeGreaterThanOrEqual(5)
  })

  it.each(keys.filter((key) => table[key]?.query !== undefined))('%s: the query likewise', (key) => {
    const schema = table[key]!.query!
    const mutations = queryMutationsOf(schema, examples[key] as Fields)
    for (const name of Object.keys(schema.properties)) {
      expect(
        mutations.some(({ path }) => path[0] === name),
        name,
      ).toBe(true)
    }
  })

  it('every field has a Chinese name for its refusal', () => {
    const namesOf = (schema: TSchema | undefined) =>
      Object.keys((schema as TObject | undefined)?.properties ?? {})
    const nameless = keys.flatMap((key) =>
      [table[key]?.params, table[key]?.query, table[key]?.body]
        .flatMap(namesOf)
        .filter((name) => fieldName([name], key.split(' ')[1]) === requestFormat),
    )
    expect(nameless).toEqual([])
  })
})
