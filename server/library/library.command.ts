import { resolve } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open-database.ts'
import { FolderInUse } from '#server/db/engine/folder-in-use.ts'
import { readLibraryFolder } from './library-folder.ts'
import { loadLibrary, type LoadOutcome } from './load-library.ts'
import { readLibrary } from './read-library.ts'

/** `library.command [--check]`: loads the library's files into the database, or only checks them. */

const folder = resolve(process.env['LIBRARY_DIR'] || 'library')
const dataDir = resolve(process.env['DATA_DIR'] || '.data')
const databaseUrl = process.env['DATABASE_URL'] || undefined

const check = async (): Promise<string> => {
  const { packs } = readLibrary(await readLibraryFolder(folder))
  const cards = packs.flatMap((pack) => pack.chapters).flatMap((chapter) => chapter.cards)
  return `全部合格：${packs.length} 个卡包，${cards.length} 张卡片。`
}

const reportOf = (outcome: LoadOutcome): string =>
  outcome.status === 'unchanged'
    ? '卡库没有变化。'
    : `卡库已载入：写入卡包 ${outcome.packs} 个、卡片 ${outcome.cards} 张，移出卡包 ${outcome.removedPacks} 个、卡片 ${outcome.removedCards} 张。`

const load = async (): Promise<string> => {
  const database = await openDatabase({ databaseUrl, dataDir, log: pino({ level: 'warn' }) })
  try {
    return reportOf(await loadLibrary({ database, folder, clock: () => new Date() }))
  } finally {
    await database.close()
  }
}

try {
  console.log(await (process.argv.includes('--check') ? check() : load()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof FolderInUse) console.error('服务器正在运行；重新启动它，它会自己载入卡库。')
  process.exitCode = 1
}
