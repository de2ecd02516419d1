import { useEffect, type ReactElement } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
// The first frame of /login is drawn with it, before the screen itself is there.
import '#src/features/account/login/login-head.module.css'
import { HomeScreen } from '#src/features/home/home.screen.tsx'
import { OwnPacksSkeleton } from '#src/features/home/own-packs-skeleton.tsx'
import { tellStarted } from '#src/lib/app-started.ts'
import { afterPaint, paintsNoContent } from '#src/lib/first-paint.ts'
import { patterns, showsLogin, withoutTrailingSlash } from '#src/lib/paths.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { tellEnd } from '#src/parts/tell-failure.ts'
import { useIdentify, useRefusedProfile, useSessionProfile } from '#src/queries/session/session-profile.ts'
import { PlanSkeleton } from '#src/ui/skeleton.tsx'
import { useCurrentTheme } from './current-theme.ts'
import { Layout } from './layout.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { Page } from './page.tsx'
import { RouteGuard } from './route-guard.tsx'
import { SlowLoading } from './slow-loading.tsx'

const Gallery = import.meta.env.DEV
  ? lazyScreen(async () => (await import('./gallery.tsx')).Gallery, null)
  : undefined

/** The lower half of /home: the upper one, which needs no chunk, is painted first. */
const OwnPacksScreen = lazyScreen(
  async () => {
    await afterPaint()
    return (await import('#src/features/home/own-packs.screen.tsx')).OwnPacksScreen
  },
  <OwnPacksSkeleton />,
)

const LoginScreen = lazyScreen(
  async () => (await import('#src/features/account/login/login.screen.tsx')).LoginScreen,
  null,
)

const Screens = lazyScreen(async () => (await import('./screen-routes.tsx')).ScreenRoutes, null)

/** What an address needs besides the first chunks must not keep its first drawing for longer. */
const longestPreloadMs = 1_000

/** What stands between the first frame of an address and its screen: drawn before that is here, there is nothing. */
export async function preloadScreen(pathname: string, hasToken: boolean): Promise<void> {
  const address = withoutTrailingSlash(pathname)
  const isLogin = showsLogin(address, hasToken)
  if (!isLogin && (address === patterns.root || address === patterns.home)) return
  const screen = isLogin ? LoginScreen : Screens
  // It is asked for again when it is drawn, and says then what is wrong.
  const loading = screen.preload().catch(() => undefined)
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, longestPreloadMs))])
}

const page = (name: 'home' | 'login', element: ReactElement) => (
  <Route path={patterns[name]} element={<Page name={name}>{element}</Page>} />
)

/** Every address of the app (specification, section 2): the first screens here, the others in `screen-routes.tsx`. */
export function AppRoutes() {
  const { session } = useRuntime()
  const { status, profile } = useSessionProfile()
  useIdentify(tellEnd)
  useRefusedProfile(tellEnd)
  useEffect(tellStarted, [])
  useCurrentTheme(profile?.currentTheme)
  const { pathname, search, hash } = useLocation()
  const canonical = withoutTrailingSlash(pathname)
  if (canonical !== pathname) return <Navigate to={{ pathname: canonical, search, hash }} replace />
  return (
    <Routes>
      {Gallery && <Route path="/gallery" element={<Gallery />} />}
      <Route element={<RouteGuard hasToken={() => session.token() !== null} />}>
        {page('login', <LoginScreen />)}
        <Route element={status === 'loading' ? <Identifying /> : <Layout />}>
          <Route index element={<Navigate to={patterns.home} replace />} />
          {page(
            'home',
            <HomeScreen>
              <OwnPacksScreen />
            </HomeScreen>,
          )}
          <Route path="*" element={<Screens />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** A token is stored and it is not known whose it is: the profile call is under way. */
const Identifying = () => {
  useEffect(paintsNoContent)
  return (
    <SlowLoading>
      <PlanSkeleton />
    </SlowLoading>
  )
}
