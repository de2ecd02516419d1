import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterFolder } from '#server/db/cluster.ts'
import { testTemplate } from './test-backend.ts'

export type TestDataDir = { path: string; remove: () => Promise<void> }

/** A data folder of its own, as `DATA_DIR` names it: with an empty migrated database, or without any. */
export const createTestDataDir = async (
  content: 'database' | 'nothing' = 'database',
): Promise<TestDataDir> => {
  const path = await mkdtemp(join(tmpdir(), 'zhika-data-'))
  if (content === 'database') cpSync(await testTemplate(), clusterFolder(path), { recursive: true })
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
