import { FolderInUse } from '#server/db/engine/folder-in-use.ts'
import { lockFolder } from '#server/db/engine/folder-lock.ts'

/** `lock-process <folder>`: says `held` and holds the lock of a data folder until it is ended, or says `in use`. */
const said = await lockFolder(process.argv[2] ?? '').then(
  () => 'held',
  (error: unknown) => (error instanceof FolderInUse ? 'in use' : String(error)),
)
process.stdout.write(`${said}\n`)
process.stdin.resume()
