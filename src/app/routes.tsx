import { useEffect, type ReactElement } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { HomeScreen } from '#src/features/home/home.screen.tsx'
import { paintsNoContent } from '#src/lib/first-paint.ts'
import { patterns } from '#src/lib/paths.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIdentify, useSession } from '#src/queries/session.ts'
import { PlanBone } from '#src/ui/skeleton.tsx'
import { useCurrentTheme } from './current-theme.ts'
import { Layout } from './layout.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { Page, type PageName } from './page.tsx'
import { RouteGuard } from './route-guard.tsx'
import { LoginScreen, MoreRoutes, OwnPacksScreen } from './first-screens.tsx'
import { SlowLoading } from './slow-loading.tsx'

const Gallery = import.meta.env.DEV
  ? lazyScreen(async () => (await import('./gallery.tsx')).Gallery, null)
  : undefined

const page = (name: PageName & keyof typeof patterns, element: ReactElement) => (
  <Route path={patterns[name]} element={<Page name={name}>{element}</Page>} />
)

/** Every address of the app (specification, section 2). */
export const AppRoutes = () => {
  const { session } = useRuntime()
  const { status, profile } = useSession()
  useIdentify()
  useCurrentTheme(profile?.currentTheme)
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
          <Route path="*" element={<MoreRoutes />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** A token is stored and nobody knows whose it is: the profile call is under way. */
const Identifying = () => {
  useEffect(paintsNoContent)
  return (
    <SlowLoading>
      <PlanBone />
    </SlowLoading>
  )
}
