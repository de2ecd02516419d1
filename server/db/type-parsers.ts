import { types, type CustomTypesConfig } from 'pg'

/** How PostgreSQL's text becomes JavaScript values: for our pools only, the driver's globals stay as they are. */

const oid = {
  int8: 20,
  date: 1082,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
  textArray: 1009,
}

const parseTextArray = types.getTypeParser(oid.textArray) as (text: string) => (string | null)[]
const parseNumberArray = (text: string) =>
  parseTextArray(text).map((item) => (item === null ? null : Number(item)))

const parsers = new Map<number, (text: string) => unknown>([
  // Counters and sums stay below 2^53; see schema.ts.
  [oid.int8, Number],
  [oid.numeric, Number],
  // A calendar day has no time zone: as a Date it would move with the server's.
  [oid.date, (text) => text],
  [oid.int8Array, parseNumberArray],
  [oid.numericArray, parseNumberArray],
  [oid.dateArray, parseTextArray],
])

export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((typeOid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(typeOid)) ||
    types.getTypeParser(typeOid, format)) as CustomTypesConfig['getTypeParser'],
}
