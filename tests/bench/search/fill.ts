import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { openPostgres } from '#server/db/postgres.ts'
import { readLibraryFolder } from '#server/library/library-folder.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { grades, knowledgePoints, subjects, teachers, type LibrarySize } from './made-library.ts'

/** Fills a database with a made library, its indexes last. */

const partFile = fileURLToPath(new URL('fill-part.ts', import.meta.url))

const fillPart = async (args: readonly (string | number)[]): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', partFile, ...args.map(String)], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`filling the database ended with ${code}`)
}

const writeTaxonomy = async (client: Client): Promise<void> => {
  const tables = { grades, subjects, knowledge_points: knowledgePoints, teachers }
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
}

const copyTable = `create unlogged table pack_copies (
  original_id uuid not null, id uuid primary key, slug text, learners integer, tier smallint, tiers_further integer)`

/** The id that a row of an original has in a copy of its pack. */
const copiedId = (table: string) =>
  `case when ${table}.id = ${table}.pack_id then k.id else md5(k.id::text || ${table}.id::text)::uuid end`

const copyStatements = [
  `insert into card_packs (id, slug, title, label, summary, intro, source, grade_id, subject_id, knowledge_point_id,
    teacher_id, price_coins, card_count, preview_count, size_bytes, learner_count, search_text, catalogue_version,
    created_at, updated_at)
  select k.id, k.slug, p.title, p.label, p.summary, p.intro, p.source, p.grade_id, p.subject_id,
    p.knowledge_point_id, p.teacher_id, p.price_coins, p.card_count, p.preview_count, p.size_bytes, k.learners,
    p.search_text, p.catalogue_version, p.created_at, p.updated_at
  from pack_copies k join card_packs p on p.id = k.original_id`,
  `insert into chapters (pack_id, id, position, title)
  select k.id, c.id, c.position, c.title from pack_copies k join chapters c on c.pack_id = k.original_id`,
  `insert into search_packs (pack_id, tier, learners, indexed_at)
  select k.id, k.tier, k.learners, s.indexed_at from pack_copies k join search_packs s on s.pack_id = k.original_id`,
  `insert into cards (id, pack_id, slug, chapter_id, position, title, hash, preview, content, feed_shelf)
  select ${copiedId('c')}, k.id, c.slug, c.chapter_id, c.position, c.title, c.hash, c.preview, c.content, c.feed_shelf
  from pack_copies k join cards c on c.pack_id = k.original_id`,
  // A token says its tier by itself.
  `insert into search_entries (id, pack_id, position, title, text, tokens, listed_at)
  select ${copiedId('e')}, k.id, e.position, e.title, e.text,
    array(select token + k.tiers_further from unnest(e.tokens) as token), e.listed_at
  from pack_copies k join search_entries e on e.pack_id = k.original_id`,
]

const onOwnConnection = async (databaseUrl: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  // What is written fits together: checking each reference would take as long again.
  await client.query('set session_replication_role = replica')
  await client.query("set maintenance_work_mem = '1GB'")
  await client.query("set work_mem = '256MB'")
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** A server that starts must take the made library for the one it was given, and leave it as it is. */
const claimLibrary = async (client: Client, folder: string): Promise<void> => {
  const { version } = await readLibraryFolder(folder)
  await client.query("insert into library_versions (id, version, loaded_at) values ('library', $1, now())", [
    version,
  ])
}

/** @returns the statements that make them again */
const dropIndexes = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; statement: string }>(`
    select i.indexname as name, i.indexdef as statement from pg_indexes i
    where i.schemaname = current_schema() and i.tablename in ('cards', 'search_entries', 'card_packs')
    and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ statement }) => statement)
}

const minutesSince = (startedAt: number): string => ((performance.now() - startedAt) / 60_000).toFixed(1)

/** @param libraryDir of the server that will be started on it */
export async function fillDatabase(
  databaseUrl: string,
  { packs, cards }: LibrarySize,
  libraryDir: string,
): Promise<void> {
  const database = await openPostgres({ databaseUrl, log: silentLog })
  await database.close()
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await claimLibrary(client, libraryDir)
  await writeTaxonomy(client)
  const indexes = await dropIndexes(client)
  await client.query(copyTable)
  const startedAt = performance.now()
  const parts = availableParallelism()
  await Promise.all(
    Array.from({ length: parts }, (_, part) => fillPart([databaseUrl, packs, cards, part, parts])),
  )
  console.log(`  ${minutesSince(startedAt)} 分钟：有了每个标题`)
  await Promise.all(copyStatements.map((statement) => onOwnConnection(databaseUrl, [statement])))
  console.log(`  ${minutesSince(startedAt)} 分钟：有了全部卡片`)
  await Promise.all(indexes.map((statement) => onOwnConnection(databaseUrl, [statement])))
  console.log(`  ${minutesSince(startedAt)} 分钟：有了索引`)
  await client.query('vacuum (analyze)')
  await client.end()
}
