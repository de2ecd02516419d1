import { OwnPacksBones } from '#src/features/home/own-packs-bones.tsx'
import { afterPaint } from '#src/lib/first-paint.ts'
import { BookShelf } from '#src/ui/book-cover.tsx'
import { BookBones, RowBones, TextBones } from '#src/ui/skeleton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** The screens that come in chunks of their own, each with the skeleton of its layout. */

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

export const PrivacyScreen = lazyScreen(
  async () => (await import('#src/features/account/privacy.screen.tsx')).PrivacyScreen,
  <TextBones lines={12} />,
)

export const UserAgreementScreen = lazyScreen(
  async () => (await import('#src/features/account/user-agreement.screen.tsx')).UserAgreementScreen,
  <TextBones lines={12} />,
)

export const MeScreen = lazyScreen(
  async () => (await import('#src/features/account/me.screen.tsx')).MeScreen,
  <RowBones count={5} />,
)

export const SettingsScreen = lazyScreen(
  async () => (await import('#src/features/account/settings.screen.tsx')).SettingsScreen,
  <RowBones count={5} />,
)

export const ResourceScreen = lazyScreen(
  async () => (await import('#src/features/discovery/resource.screen.tsx')).ResourceScreen,
  <>
    <TextBones lines={5} />
    <BookShelf>
      <BookBones count={4} />
    </BookShelf>
    <RowBones count={5} />
  </>,
)

export const CardPackScreen = lazyScreen(
  async () => (await import('#src/features/packs/card-pack.screen.tsx')).CardPackScreen,
  <RowBones count={6} />,
)
