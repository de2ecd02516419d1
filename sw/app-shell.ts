import { NavigationRoute, registerRoute } from 'workbox-routing'
import { debugParameter } from '#contract/constants.ts'
import type { ShellFailureReply, ShellState } from './messages.ts'
import { dropOlderShells, formerShell, shellCacheOf, startedAt } from './shell-cache.ts'
import { shellFiles, type ManifestEntry } from './shell-file.ts'
import { shellToShow } from './shell-trial.ts'
import { shellUpkeep } from './shell-upkeep.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Addresses that are never the installed app: the API, files with an ending, the server's own pages, and
 * a debugged page, which needs the policy that the server gives it alone.
 */
const notTheApp = [
  /^\/api\//,
  /^\/(dev|wechat)\//,
  /^\/(healthz|readyz|metrics)$/,
  /^[^?]*\.[a-z0-9]+(\?|$)/i,
  new RegExp(`[?&]${debugParameter}=1(&|$)`),
]
const documentPath = '/index.html'

export type AppShell = {
  /** @throws Error when the build is not on the device as a whole, or, on the first visit, what a start needs */
  install: () => Promise<void>
  started: (entry: string) => Promise<void>
  failed: (entry: string) => Promise<ShellFailureReply>
  /** Says how much is here, fetches the rest and says it again. */
  tellState: (entry: string, tell: (state: ShellState) => void) => Promise<void>
}

/** The page and its chunks come from the device, each proven by its hash; every navigation gets the one page. */
export function serveAppShell(manifest: readonly ManifestEntry[]): AppShell {
  const files = shellFiles(manifest)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const document = byPath.get(documentPath)
  if (document === undefined) throw new Error('the build has no page')
  // Its scripts' names change with every part of the build.
  const cache = shellCacheOf(document.integrity.slice(7, 23).replace(/\W/g, '-'))
  const upkeep = shellUpkeep(files, cache)

  /** A page that a newer server sent lies beyond this worker: its successor is asked for. */
  const pageOfServer = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    void self.registration.update().catch(() => undefined)
    return response
  }

  const page = async (request: Request): Promise<Response> => {
    const shown = await shellToShow(cache)
    const former = shown.name === cache.name ? undefined : await shown.find(documentPath)
    if (former !== undefined) return former
    try {
      return await upkeep.read(document)
    } catch {
      return pageOfServer(request).catch(async (error: unknown) => {
        const older = await (await formerShell(cache))?.find(documentPath)
        if (older === undefined) throw error
        return older
      })
    }
  }

  /** Of tabs that an older build drew; what no build on the device has is the server's. */
  const fileOfOther = async (request: Request, path: string): Promise<Response> =>
    (await (await formerShell(cache))?.find(path)) ?? fetch(request)

  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.search === '' && byPath.has(url.pathname),
    ({ url }) => upkeep.read(byPath.get(url.pathname)!),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ url, request }) => fileOfOther(request, url.pathname),
  )
  registerRoute(new NavigationRoute(({ request }) => page(request), { denylist: notTheApp }))

  const isOwn = (entry: string): boolean => byPath.has(new URL(entry, self.location.href).pathname)

  return {
    install: async () => {
      await cache.note('made')
      // A first visit is on the way to its first cards; later ones must not lose a screen that they had.
      await upkeep.complete(
        self.registration.active === null ? files.filter(({ isFirst }) => isFirst) : files,
      )
    },
    started: async (entry) => {
      if (!isOwn(entry)) return
      const former = await formerShell(cache)
      // Noted once, but again after a version in between was taken back.
      if ((await startedAt(cache)) > (former === undefined ? 0 : await startedAt(former))) return
      await cache.note('started')
      await dropOlderShells(cache)
    },
    failed: async (entry) => {
      const hasFormer = (await formerShell(cache)) !== undefined
      const isUnproven = isOwn(entry) && (await startedAt(cache)) === 0
      if (isUnproven) await cache.note('failed')
      return { hasFormer: hasFormer && isUnproven }
    },
    tellState: async (entry, tell) => {
      if (!isOwn(entry)) return tell(null)
      const { kept, total } = await upkeep.state()
      tell({ kept, total })
      if (kept === total) return
      let arrived = kept
      await upkeep
        .complete(files, () => tell({ kept: (arrived += 1), total }))
        // What does not come as it was built may be of a newer build.
        .catch(() => self.registration.update().catch(() => undefined))
    },
  }
}
