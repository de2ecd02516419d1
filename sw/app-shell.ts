import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Addresses that are never the app: the API, files with an ending, the server's own pages. */
const notTheApp = [/^\/api\//, /^\/dev\//, /^\/(healthz|readyz|metrics)$/, /\.[a-z0-9]+$/i]

/** The page and its chunks come from the precache; every navigation gets the one page. */
export const serveAppShell = (manifest: (string | PrecacheEntry)[]): void => {
  cleanupOutdatedCaches()
  precacheAndRoute(manifest)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notTheApp }))
}
