import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterFolder } from '#server/db/engine/cluster.ts'
import { testTemplate } from './test-backend.ts'

export type TestDataDir = { path: string; remove: () => Promise<void> }

/** In memory where there is such a folder: these tests kill processes, not the machine, and disks sync slowly. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A data folder of its own, as `DATA_DIR` names it: with an empty migrated database, or without any. */
export async function createTestDataDir(content: 'database' | 'nothing' = 'database'): Promise<TestDataDir> {
  const path = await mkdtemp(join(place, 'zhika-data-'))
  if (content === 'database') cpSync(await testTemplate(), clusterFolder(path), { recursive: true })
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
