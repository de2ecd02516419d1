import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearOrigin, killServiceWorkers } from '../browser/devtools.ts'
import { openPhone, type Phone } from '../browser/phone.ts'
import { serverProcess, type ServerProcess } from '../browser/server-process.ts'
import { deployment, type Deployment } from '../e2e/deploy.ts'
import { faultProxy, type FaultProxy } from './fault-proxy.ts'

/**
 * What the schedules of one Playwright worker share, because making it again for each would cost more than the schedule
 * itself: the server, the proxy before it, and a phone that has the app and no student's data.
 */
export type Station = {
  readonly server: ServerProcess
  readonly proxy: FaultProxy
  /** @param isNew it has never seen the app, not even its files */
  cleanPhone: (isNew: boolean) => Promise<Phone>
  /** The server starts again with the other one of two builds; the files of the one before are gone. */
  deploy: () => Promise<void>
}

export async function openStation(): Promise<Station & { close: () => Promise<void> }> {
  const archiveDir = await mkdtemp(join(tmpdir(), 'zhika-archive-'))
  const env: Record<string, string> = {}
  const server = await serverProcess(env)
  await server.start()
  const proxy = await faultProxy(server.port)
  let phone: Phone | undefined
  let second: Deployment | undefined

  const serveBuild = async (pageDir: string | undefined): Promise<void> => {
    await server.stop()
    await rm(archiveDir, { recursive: true, force: true })
    if (pageDir === undefined) delete env['PAGE_DIR']
    else env['PAGE_DIR'] = pageDir
    env['ASSETS_ARCHIVE_DIR'] = archiveDir
    await server.start()
  }

  const makeSecond = async (): Promise<Deployment> => {
    const made = await deployment()
    await made.release('two')
    return made
  }

  const newPhone = async (): Promise<Phone> => {
    await phone?.discard()
    return openPhone(proxy.url, { keepsLeftPages: true })
  }

  return {
    server,
    proxy,
    cleanPhone: async (isNew) => {
      const isUpdated = env['PAGE_DIR'] !== undefined
      if (isUpdated) await serveBuild(undefined)
      await server.start()
      if (phone === undefined || isNew || isUpdated) return (phone = await newPhone())
      const page = await phone.renewTabs()
      await page.goto('/healthz')
      await killServiceWorkers(page)
      await clearOrigin(page, ['indexeddb', 'local_storage', 'cookies'])
      return phone
    },
    deploy: async () => {
      second ??= await makeSecond()
      await serveBuild(env['PAGE_DIR'] === undefined ? second.pageDir : undefined)
    },
    close: async () => {
      await phone?.discard()
      await proxy.close()
      await server.remove()
      await second?.remove()
      await rm(archiveDir, { recursive: true, force: true })
    },
  }
}
