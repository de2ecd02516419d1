import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type MigrationFile = {
  /** `0001-accounts`: the number gives the order. */
  name: string
  sql: string
  sha256: string
}

/** Beside this module both in the source tree and in the built server. */
const migrationsFolder = new URL('./migrations/', import.meta.url)

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/

/** @throws when a file is not named `NNNN-what-it-does.sql` or two share a number */
export async function readMigrationFiles(folder: URL | string = migrationsFolder): Promise<MigrationFile[]> {
  const fileNames = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const file of fileNames) {
    const number = fileName.exec(file)?.[1]
    if (!number) throw new Error(`迁移文件名不合规范：${file}（应为 0001-what-it-does.sql）`)
    if (numbers.has(number)) throw new Error(`迁移编号重复：${file}`)
    numbers.add(number)
  }
  return Promise.all(
    fileNames.map(async (file) => {
      const sql = await readFile(folder instanceof URL ? new URL(file, folder) : `${folder}/${file}`, 'utf8')
      // Line ends are left out of the sum: git may change them on the way to Windows.
      const sha256 = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
      return { name: file.slice(0, -'.sql'.length), sql, sha256 }
    }),
  )
}
