import { Client } from 'pg'
import { copiesOf, originalsOf, packRows } from './made-library.ts'

/** `fill-part <database> <packs> <cards> <part> <parts>`: writes every n-th stretch of packs. */

const [databaseUrl, ...numbers] = process.argv.slice(2)
const [packs = 0, cards = 0, part = 0, parts = 1] = numbers.map(Number)
const size = { packs, cards }
const originals = originalsOf(size).packs
const packsAtOnce = 40

const client = new Client({ connectionString: databaseUrl })

/** Tables and columns are this program's own words. */
const write = async (table: string, rows: readonly object[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (columns === '') return
  await client.query({
    name: table,
    text: `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    values: [JSON.stringify(rows)],
  })
}

await client.connect()
// What is written fits together: checking each reference would take as long again.
await client.query('set session_replication_role = replica')
for (let from = part * packsAtOnce; from < originals; from += parts * packsAtOnce) {
  const made = Array.from({ length: Math.min(packsAtOnce, originals - from) }, (_, at) => ({
    ...packRows(from + at, size),
    copies: copiesOf(from + at, size),
  }))
  await client.query('begin')
  await write(
    'card_packs',
    made.map(({ pack }) => pack),
  )
  await write(
    'chapters',
    made.map(({ chapter }) => chapter),
  )
  await write(
    'cards',
    made.flatMap((rows) => rows.cards),
  )
  await write(
    'search_packs',
    made.map(({ searchPack }) => searchPack),
  )
  await write(
    'search_entries',
    made.flatMap(({ entries }) => entries),
  )
  await write(
    'pack_copies',
    made.flatMap((rows) => rows.copies),
  )
  await client.query('commit')
}
await client.end()
