import { OwnPacksBones } from '#src/features/home/own-packs-bones.tsx'
import { afterPaint } from '#src/lib/first-paint.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** What the first chunk can open by itself. */

/** The lower half of /home: the upper one, which needs no chunk, is painted first. */
export const OwnPacksScreen = lazyScreen(
  async () => {
    await afterPaint()
    return (await import('#src/features/home/own-packs.screen.tsx')).OwnPacksScreen
  },
  <OwnPacksBones />,
)

export const LoginScreen = lazyScreen(
  async () => (await import('#src/features/account/login.screen.tsx')).LoginScreen,
  null,
)

export const MoreRoutes = lazyScreen(async () => (await import('./more-routes.tsx')).MoreRoutes, null)
