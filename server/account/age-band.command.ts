import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Value } from 'typebox/value'
import { AgeBand, Phone } from '#contract/account.ts'
import { Id } from '#contract/wire.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { FolderInUse } from '#server/db/engine/folder-in-use.ts'
import { createLogger } from '#server/http/request-log.ts'
import { operatorName } from '#server/db/operator/operator.ts'
import { correctAgeBand } from './students.repository.ts'
import { noteSecurity } from './security-log.service.ts'

/** `npm run age-band -- <phone or account id> <age band>`: corrects an age that a student said wrongly. */

const dataDir = resolve(process.env['DATA_DIR'] || '.data')
const databaseUrl = process.env['DATABASE_URL'] || undefined
const [account = '', ageBand = ''] = process.argv.slice(2)

const correct = async (band: AgeBand): Promise<string | undefined> => {
  const log = createLogger({ logLevel: 'warn' })
  const database = await openDatabase({ databaseUrl, dataDir, log })
  try {
    const corrected = await correctAgeBand(database, account, band)
    if (corrected) {
      const deps = { database, log, clock: () => new Date(), newId: randomUUID }
      await noteSecurity(deps, { kind: 'age_band', studentId: corrected.id, by: operatorName() })
    }
    return corrected?.name
  } finally {
    await database.close()
  }
}

if (!(Value.Check(Phone, account) || Value.Check(Id, account)) || !Value.Check(AgeBand, ageBand)) {
  console.error('用法：npm run age-band -- <手机号或账号编号> <under14|14to17|adult>')
  process.exit(2)
}
try {
  const name = await correct(ageBand)
  if (name === undefined) {
    console.error('没有这个账号。')
    process.exitCode = 1
  } else {
    process.stdout.write(`已改为 ${ageBand}：${name}\n`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof FolderInUse) console.error('服务器正在运行；请先停止它，或改用 PostgreSQL。')
  process.exitCode = 1
}
