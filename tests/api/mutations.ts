import type { TSchema } from 'typebox'

/**
 * Derives from a schema of the contract every way in which one value of it can be wrong: absent, of another type,
 * too short, too long, out of range, of another pattern, not among the choices. Each is to be refused, by the name
 * of its field.
 */

export type Step = string | number
export type Fields = Record<string, unknown>

/** The place of a field that is left out. */
export const omitted = Symbol('omitted')

export type Mutation = {
  path: readonly Step[]
  /** What the wrong value stands in place of; `omitted` leaves the field out. */
  value: unknown
  /** For the reader of a failure. */
  what: string
}

/** As TypeBox writes the kinds that calls take. */
type Node = {
  type?: string
  properties?: Record<string, Node>
  required?: string[]
  additionalProperties?: boolean
  items?: Node
  anyOf?: Node[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** One is wrong for a pattern that is worth its name; which, the pattern says. */
const texts = [
  '',
  ' ',
  'x',
  '知',
  "'; drop table students; --",
  '../../etc/passwd',
  '<b>',
  'nul\u0000byte',
  '\u202etxt',
  '2026-99-99T99:99:99.999Z',
  '9999-12-31',
  '25:61',
]

const variantsOf = (right: unknown): string[] =>
  typeof right === 'string'
    ? [right.toUpperCase(), `${right}\n`, ` ${right}`, `${right}x`, right.slice(1)]
    : []

const wrongTexts = (node: Node, right: unknown): string[] => [
  ...(node.minLength ? ['x'.repeat(node.minLength - 1)] : []),
  ...(node.maxLength === undefined ? [] : ['x'.repeat(node.maxLength + 1), '知'.repeat(node.maxLength + 1)]),
  ...(node.pattern === undefined
    ? []
    : [...texts, ...variantsOf(right)].filter((text) => !new RegExp(node.pattern!, 'u').test(text))),
]

const wrongNumbers = (node: Node): number[] => [
  ...(node.type === 'integer' ? [1.5] : []),
  ...(node.minimum === undefined ? [] : [node.minimum - 1, -1e15]),
  ...(node.maximum === undefined ? [] : [node.maximum + 1, 1e15]),
]

const othersThan = (choices: readonly unknown[]): unknown[] =>
  [
    ...choices.map((choice) => (typeof choice === 'string' ? `${choice}x` : String(choice))),
    'nobody',
    '',
    0,
    99,
    false,
  ].filter((value) => !choices.includes(value))

const typeValues: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  number: 1,
  string: 'text',
  array: [],
  object: {},
}

const ofOtherTypes = (...own: string[]): unknown[] =>
  Object.entries(typeValues)
    .filter(([type]) => !own.includes(type))
    .map(([, value]) => value)

/** @throws Error for a kind of schema that no call took so far: it needs its mutations here first */
const wrongValues = (node: Node, right: unknown): unknown[] => {
  if (node.anyOf)
    return [...ofOtherTypes('string', 'number'), ...othersThan(node.anyOf.map((choice) => choice.const))]
  if ('const' in node) return [...ofOtherTypes(typeof node.const), ...othersThan([node.const])]
  switch (node.type) {
    case 'string':
      return [...ofOtherTypes('string'), ['text'], ...wrongTexts(node, right)]
    case 'integer':
    case 'number':
      return [...ofOtherTypes('number'), '1', ...wrongNumbers(node)]
    case 'boolean':
      return [...ofOtherTypes('boolean'), 'true', 0]
    case 'array':
      return [
        ...ofOtherTypes('array'),
        ...(node.minItems ? [[]] : []),
        ...(node.maxItems === undefined
          ? []
          : [Array.from({ length: node.maxItems + 1 }, () => (right as unknown[])[0])]),
      ]
    case 'object':
      return [...ofOtherTypes('object'), ...(node.additionalProperties === false ? [{ admin: true }] : [])]
    default:
      throw new Error(`no mutations of ${JSON.stringify(node)}`)
  }
}

const describeValue = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60)

const ofValue = (node: Node, right: unknown, path: readonly Step[]): Mutation[] => [
  ...wrongValues(node, right).map((value) => ({
    path,
    value,
    what: `${path.join('.')} = ${describeValue(value)}`,
  })),
  ...inside(node, right, path),
]

/** @throws Error where the example is empty: what it does not hold cannot be made wrong */
const inside = (node: Node, right: unknown, path: readonly Step[]): Mutation[] => {
  if (node.type === 'object') return ofFields(node, right as Fields, path)
  if (node.type !== 'array' || node.items === undefined) return []
  const [first] = right as unknown[]
  if (first === undefined) throw new Error(`no example of an element of ${path.join('.')}`)
  return ofValue(node.items, first, [...path, 0])
}

const isContainer = ({ type }: Node): boolean => type === 'object' || type === 'array'

const ofFields = (node: Node, right: Fields, path: readonly Step[]): Mutation[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const inner = [...path, name]
    if (isContainer(field) && right[name] === undefined) throw new Error(`no example of ${inner.join('.')}`)
    return [
      ...(node.required?.includes(name)
        ? [{ path: inner, value: omitted, what: `${inner.join('.')} left out` }]
        : []),
      ...ofValue(field, right[name], inner),
    ]
  })

/** Of a body: every field of every depth that the example fills. */
export function mutationsOf(schema: TSchema, example: object): Mutation[] {
  return ofFields(schema, example as Fields, [])
}

const wrongInAddress = (node: Node, right: unknown): string[] => {
  if (node.anyOf)
    return othersThan(node.anyOf.map((choice) => choice.const)).filter((value) => typeof value === 'string')
  if (node.type === 'string') return wrongTexts(node, right)
  return ['x', '', ' ', '1e1', '0x1', 'null', '--1', ...wrongNumbers(node).map(String)]
}

/** Of a query: all of it is text, and may come twice. */
export function queryMutationsOf(schema: TSchema, example: object): Mutation[] {
  const { properties = {}, required = [] } = schema as Node
  return Object.entries(properties).flatMap(([name, node]) => {
    const right = (example as Fields)[name]
    const values: unknown[] = [
      ...(required.includes(name) ? [omitted] : []),
      ...wrongInAddress(node, right),
      ['twice', 'twice'],
    ]
    return values.map((value) => ({ path: [name], value, what: `${name} = ${describeValue(value)}` }))
  })
}

/** The router refuses longer ones as addresses that nothing answers. */
const longestParam = 100

/** Of a path: never empty, or it would be another path. */
export function paramMutationsOf(schema: TSchema, example: object): Mutation[] {
  return queryMutationsOf(schema, example).filter(
    ({ value }) => typeof value === 'string' && value !== '' && value.length <= longestParam,
  )
}

const setAt = (holder: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(holder))
    return holder.map((item, index) => (index === step ? setAt(item, rest, value) : item))
  const { [step]: before, ...others } = holder as Fields
  const after = setAt(before, rest, value)
  return after === omitted ? others : { ...others, [step]: after }
}

/** The fields with one of them changed. */
export function mutate(fields: object, { path, value }: Pick<Mutation, 'path' | 'value'>): Fields {
  return setAt(fields, path, value) as Fields
}
