import type { Profile } from '#contract/account.ts'
import { accessTokenKey, loginBackgroundKey } from '#contract/constants.ts'
import { applyTextSize } from '#src/device/text-size.ts'
import { isOfMoment, keptTodayName, todayAttribute, type KeptToday } from '#src/features/home/kept-today.ts'
import { beforeStartAttribute, hasStarted } from '#src/lib/app-started.ts'
import { firstPaint } from '#src/lib/first-paint.ts'
import { restoreElement } from '#src/lib/kept-markup.ts'
import { patterns, showsLogin, withoutTrailingSlash } from '#src/lib/paths.ts'
import { applyTheme } from '#src/ui/theme/apply-theme.ts'
import { accountIdKey, firstFrameKey, loginSchemeKey } from '../device-keys.ts'
import { frameAddressesAttribute } from './frame-address.ts'
import { watchStart } from './start-watch.ts'

/**
 * Runs inside index.html, before any other script: on a slow phone the app's own code takes most of a second to be
 * ready. Until then the student sees the screen's skeleton, which the build has rendered, and on /home what it showed
 * when it was last drawn today. The app begins when that is painted; React then draws in its place. The script also
 * watches whether the app comes.
 * Built by `build/first-frame.ts`.
 */

const root = document.getElementById('root')

type StoredQuery = { queryKey: unknown[]; state: { data?: unknown } }

const storedQueries = (): StoredQuery[] => {
  const accountId = localStorage.getItem(accountIdKey)
  const slice = accountId === null ? null : localStorage.getItem(firstFrameKey(accountId))
  return slice === null
    ? []
    : (JSON.parse(slice) as { clientState: { queries: StoredQuery[] } }).clientState.queries
}

const drawFrame = (address: string): void => {
  for (const template of document.querySelectorAll<HTMLTemplateElement>(
    `template[${frameAddressesAttribute}]`,
  )) {
    const addresses = template.getAttribute(frameAddressesAttribute)?.split(' ') ?? []
    if (addresses.some((one) => one === address || (one.endsWith('/') && address.startsWith(one))))
      root?.append(template.content.cloneNode(true))
  }
}

/** As the last student's theme has it: the theme itself is the student's, and gone. */
const drawLogin = (): void => {
  const scheme = localStorage.getItem(loginSchemeKey)
  applyTheme({ scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto', tokens: {} })
  drawFrame(patterns.login)
  const background = localStorage.getItem(loginBackgroundKey)
  if (background && root?.firstElementChild instanceof HTMLElement)
    root.firstElementChild.style.background = background
}

const drawToday = (kept: KeptToday | null | undefined): void => {
  if (kept && isOfMoment(kept, new Date()))
    root
      ?.querySelector(`[${todayAttribute}]`)
      ?.replaceChildren(
        ...kept.drawn.map((child) => (typeof child === 'string' ? child : restoreElement(child))),
      )
}

const drawScreen = (address: string): void => {
  const queries = storedQueries()
  const dataOf = (...key: string[]): unknown =>
    queries.find(({ queryKey }) => key.every((part, i) => queryKey[i] === part))?.state.data
  const profile = dataOf('profile') as Profile | undefined
  if (profile) applyTheme(profile.currentTheme.config)
  drawFrame(address)
  if (address === patterns.home)
    drawToday(dataOf('remembered', keptTodayName) as KeptToday | null | undefined)
}

/** Nothing where something else will stand: behind /login, and below a layer that the address opens over /home. */
const draw = (): void => {
  const asked = withoutTrailingSlash(location.pathname)
  const address = asked === patterns.root ? patterns.home : asked
  const hasToken = localStorage.getItem(accessTokenKey) !== null
  if (showsLogin(address, hasToken)) drawLogin()
  else if (address !== patterns.login && (address !== patterns.home || location.search === ''))
    drawScreen(address)
}

/** Until the app listens, a button leads where its attribute says: the address opens the same. */
const followButtons = (event: Event): void => {
  const button = event.target instanceof Element && event.target.closest(`[${beforeStartAttribute}]`)
  const address = button && button.getAttribute(beforeStartAttribute)
  if (address && !hasStarted()) location.assign(address)
}

/** The build leaves the app's own script in a template: from there it is allowed, made by hand it would not be. */
const startApp = async (): Promise<void> => {
  // Where a browser fetches no script ahead, to wait would cost the journey.
  const isFetched = document.createElement('link').relList.supports('modulepreload')
  if (isFetched && root?.textContent) await firstPaint()
  const entry = document.querySelector<HTMLTemplateElement>('template[data-entry]')
  if (entry) document.head.append(entry.content)
}

watchStart()
root?.addEventListener('click', followButtons)
try {
  applyTextSize()
  draw()
} catch {
  // Storage is refused, or the slice is of another shape: the app draws by itself.
}
void startApp()
