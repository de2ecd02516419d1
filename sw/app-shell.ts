import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { debugParameter } from '#contract/constants.ts'
import { NavigationRoute, registerRoute } from 'workbox-routing'

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

/** The page and its chunks come from the precache; every navigation gets the one page. */
export const serveAppShell = (manifest: (string | PrecacheEntry)[]): void => {
  cleanupOutdatedCaches()
  precacheAndRoute(manifest)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notTheApp }))
}
