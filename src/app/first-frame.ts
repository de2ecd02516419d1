import type { Profile } from '#contract/account.ts'
import type { TodayPlan } from '#contract/study.ts'
import { accessTokenKey } from '#contract/constants.ts'
import { applyTextSize } from '#src/device/text-size.ts'
import { homeFrame } from '#src/features/home/first-frame.ts'
import { patterns } from '#src/lib/paths.ts'
import { applyTheme } from '#src/ui/apply-theme.ts'
import { accountIdKey, bootKey } from './device-keys.ts'
import layout from './layout.module.css'

/**
 * Runs inside index.html, before any other script: on a slow phone the app's own code takes most of a
 * second to be ready, and the student sees today's plan meanwhile. React then draws in its place.
 * Built by `vite.first-frame.ts`.
 */

type StoredQuery = { queryKey: unknown[]; state: { data?: unknown } }

const storedQueries = (): StoredQuery[] => {
  const accountId = localStorage.getItem(accountIdKey)
  const isSignedIn = accountId !== null && localStorage.getItem(accessTokenKey) !== null
  const slice = isSignedIn ? localStorage.getItem(bootKey(accountId)) : null
  return slice === null
    ? []
    : (JSON.parse(slice) as { clientState: { queries: StoredQuery[] } }).clientState.queries
}

const draw = (): void => {
  if (location.pathname !== patterns.home || location.search !== '') return
  const queries = storedQueries()
  const dataOf = (key: string): unknown => queries.find(({ queryKey }) => queryKey[0] === key)?.state.data
  const profile = dataOf('profile') as Profile | undefined
  const plan = dataOf('today-plan') as TodayPlan | undefined
  if (!profile || !plan) return
  applyTheme(profile.currentTheme.config)
  const main = document.createElement('main')
  main.className = `${layout.main} ${layout.withTabs}`
  main.append(...homeFrame(profile, plan, new Date()))
  document.getElementById('root')?.append(main)
}

try {
  applyTextSize()
  draw()
} catch {
  // Storage is refused, or the slice is of another shape: the app draws by itself.
}
