import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { apiBasePath } from '#contract/constants.ts'
import { ExpectedError } from '#server/lib/errors.ts'
import { fieldName } from './field-names.ts'

/**
 * Checks requests against the contract. Bodies are taken as they are: `"30"` is no number. Only the
 * address, which is all text, has its numbers read first. Undeclared fields are dropped.
 */

const numberText = /^-?\d{1,15}(\.\d{1,15})?$/

const isNumeric = (schema: TSchema | undefined): boolean =>
  schema !== undefined && 'type' in schema && (schema.type === 'integer' || schema.type === 'number')

/** A text that is no number stays as it is, for the check to refuse. */
const withNumbersRead = (
  schema: TObject,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) =>
      typeof value === 'string' && numberText.test(value) && isNumeric(schema.properties[key])
        ? [key, Number(value)]
        : [key, value],
    ),
  )

type SchemaError = { instancePath: string; params: object }

const pathOf = (error: SchemaError | undefined): string[] => {
  const inside = (error?.instancePath ?? '').split('/').filter(Boolean)
  const missing =
    error && 'requiredProperties' in error.params ? (error.params.requiredProperties as string[]) : []
  return [...inside, ...missing.slice(0, 1)]
}

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, url }) => {
  const compiled = Compile(schema)
  const holdsNumbers = httpPart !== 'body' && Object.values((schema as TObject).properties).some(isNumeric)
  return (received: unknown) => {
    const read = holdsNumbers
      ? withNumbersRead(schema as TObject, received as Readonly<Record<string, unknown>>)
      : received
    // The path has all of its parts and no others: nothing to complete and nothing to drop.
    const complete = httpPart === 'params' ? read : Value.Default(schema, read)
    if (compiled.Check(complete))
      return { value: httpPart === 'params' ? complete : Value.Clean(schema, complete) }
    const field = fieldName(pathOf(compiled.Errors(complete)[0]), url.slice(apiBasePath.length))
    return { error: new ExpectedError('invalid_input', { field }) }
  }
}
