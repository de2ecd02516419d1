import { matchPath, Navigate, Outlet, useLocation } from 'react-router-dom'
import { loginPath, publicPaths } from '#src/lib/paths.ts'

const isPublic = (pathname: string): boolean => publicPaths.some((path) => matchPath(path, pathname) !== null)

type RouteGuardProps = {
  /** Asked at every navigation: whether an access token is stored. */
  hasToken: () => boolean
}

/** Sends a visitor without a token to /login, which remembers the address in its state and its query. */
export function RouteGuard({ hasToken }: RouteGuardProps) {
  const { pathname, search, hash } = useLocation()
  if (isPublic(pathname) || hasToken()) return <Outlet />
  const from = pathname + search + hash
  return <Navigate to={loginPath(from)} state={{ from }} replace />
}
