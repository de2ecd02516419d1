import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Backend } from '#server/db/engine/backend.ts'
import { makeTemplateInChild } from '#server/db/engine/create-cluster.ts'
import { lockFolder } from '#server/db/engine/folder-lock.ts'
import { openPgliteBackend } from '#server/db/engine/pglite-backend.ts'
import { isAlive } from '#server/db/engine/pid-file-lock.ts'
import { isCurrentTemplate } from '#server/db/engine/template.ts'

const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/zhika')
const templateFolder = join(cacheFolder, 'test-template')
const clustersFolder = join(cacheFolder, 'test-clusters')

/** The first test process that needs the template makes it, the others wait for it. */
const provideTemplate = async (): Promise<void> => {
  if (await isCurrentTemplate(templateFolder)) return
  await mkdir(cacheFolder, { recursive: true })
  const lock = await lockFolder(cacheFolder).catch(() => null)
  if (!lock) {
    await wait(100)
    return provideTemplate()
  }
  try {
    if (!(await isCurrentTemplate(templateFolder))) await makeTemplateInChild(templateFolder)
  } finally {
    await lock.release()
  }
}

/** Several processes may clear up the same folder at once. */
const removal = { recursive: true, force: true, maxRetries: 5 }

/** Test processes are killed with their clusters open: the next ones clear up after them. */
const removeOrphans = async (): Promise<void> => {
  await mkdir(clustersFolder, { recursive: true })
  const orphans = (await readdir(clustersFolder)).filter((name) => !isAlive(Number(name.split('-')[0])))
  await Promise.all(orphans.map((name) => rm(join(clustersFolder, name), removal)))
}

let prepared: Promise<void> | undefined
const prepare = () => (prepared ??= Promise.all([provideTemplate(), removeOrphans()]).then(() => {}))

/** A migrated, empty cluster that tests may copy but must not open. */
export async function testTemplate(): Promise<string> {
  await prepare()
  return templateFolder
}

/** A fresh migrated cluster in this process; its folder goes away when it is closed. */
export async function openTestBackend(): Promise<Backend> {
  await prepare()
  const folder = join(clustersFolder, `${process.pid}-${randomUUID()}`)
  // The synchronous one is three times as fast.
  cpSync(templateFolder, folder, { recursive: true })
  const backend = await openPgliteBackend({ folder, durable: false })
  return {
    open: backend.open,
    close: async () => {
      await backend.close()
      await rm(folder, removal)
    },
  }
}
