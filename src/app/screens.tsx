import type { ComponentType, ReactNode } from 'react'
import type { patterns } from '#src/lib/paths.ts'
import { BookShelf } from '#src/ui/book-grid.tsx'
import { TopBarSkeleton } from '#src/ui/bars/top-bar.tsx'
import {
  BooksSkeleton,
  FieldSkeleton,
  PlanSkeleton,
  RowsSkeleton,
  ScreenSkeleton,
  TextSkeleton,
} from '#src/ui/skeleton.tsx'

type ScreenEntry = {
  load: () => Promise<ComponentType>
  /** In the layout that the screen will have; the build draws the first frame of its address from it, too. */
  skeleton: ReactNode
}

/** The skeleton of a screen below a tab. */
const below = (content: ReactNode) => (
  <>
    <TopBarSkeleton />
    {content}
  </>
)

/**
 * Every screen but /home and /login, which `routes.tsx` opens by itself: under the name that its address has in
 * `lib/paths.ts` and its title in `shell.json`, in a chunk of its own and with its skeleton. The file is
 * called after the name, too: by it the build finds which chunks an address needs (`build/route-files.ts`).
 */
export const screens: Record<Exclude<keyof typeof patterns, 'root' | 'home' | 'login'>, ScreenEntry> = {
  privacy: {
    load: async () => (await import('#src/features/legal/privacy.screen.tsx')).PrivacyScreen,
    skeleton: below(<TextSkeleton lines={12} />),
  },
  userAgreement: {
    load: async () => (await import('#src/features/legal/user-agreement.screen.tsx')).UserAgreementScreen,
    skeleton: below(<TextSkeleton lines={12} />),
  },
  payment: {
    load: async () => (await import('#src/features/wallet/payment.screen.tsx')).PaymentScreen,
    skeleton: below(<RowsSkeleton count={4} />),
  },
  resource: {
    load: async () => (await import('#src/features/discovery/resource.screen.tsx')).ResourceScreen,
    skeleton: (
      <ScreenSkeleton>
        <FieldSkeleton />
        <PlanSkeleton />
        <BookShelf>
          <BooksSkeleton count={4} />
        </BookShelf>
        <div>
          <RowsSkeleton count={3} />
        </div>
      </ScreenSkeleton>
    ),
  },
  explore: {
    load: async () => (await import('#src/features/discovery/explore.screen.tsx')).ExploreScreen,
    skeleton: (
      <ScreenSkeleton>
        <FieldSkeleton />
        <PlanSkeleton />
        <PlanSkeleton />
      </ScreenSkeleton>
    ),
  },
  generate: {
    load: async () => (await import('#src/features/generation/generate.screen.tsx')).GenerateScreen,
    skeleton: (
      <ScreenSkeleton>
        <FieldSkeleton />
        <PlanSkeleton />
        <FieldSkeleton />
      </ScreenSkeleton>
    ),
  },
  myGeneration: {
    load: async () => (await import('#src/features/generation/my-generation.screen.tsx')).MyGenerationScreen,
    skeleton: below(<RowsSkeleton count={5} />),
  },
  privateCardPack: {
    load: async () =>
      (await import('#src/features/generation/private-card-pack.screen.tsx')).PrivateCardPackScreen,
    skeleton: below(<RowsSkeleton count={6} />),
  },
  cardPack: {
    load: async () => (await import('#src/features/packs/card-pack.screen.tsx')).CardPackScreen,
    skeleton: below(<RowsSkeleton count={6} />),
  },
  teacher: {
    load: async () => (await import('#src/features/packs/teacher.screen.tsx')).TeacherScreen,
    skeleton: below(<RowsSkeleton count={5} />),
  },
  me: {
    load: async () => (await import('#src/features/account/me.screen.tsx')).MeScreen,
    skeleton: (
      <ScreenSkeleton>
        <PlanSkeleton />
        <div>
          <RowsSkeleton count={5} />
        </div>
      </ScreenSkeleton>
    ),
  },
  profileEdit: {
    load: async () => (await import('#src/features/account/profile-edit.screen.tsx')).ProfileEditScreen,
    skeleton: below(<RowsSkeleton count={4} />),
  },
  myLearning: {
    load: async () =>
      (await import('#src/features/account/learning/my-learning.screen.tsx')).MyLearningScreen,
    skeleton: below(<RowsSkeleton count={6} />),
  },
  levelDetail: {
    load: async () =>
      (await import('#src/features/account/learning/level-detail.screen.tsx')).LevelDetailScreen,
    skeleton: below(<RowsSkeleton count={8} />),
  },
  settings: {
    load: async () => (await import('#src/features/account/settings.screen.tsx')).SettingsScreen,
    skeleton: below(<RowsSkeleton count={5} />),
  },
  accountSecurity: {
    load: async () =>
      (await import('#src/features/account/account-security.screen.tsx')).AccountSecurityScreen,
    skeleton: below(<RowsSkeleton count={6} />),
  },
  challengeConfig: {
    load: async () =>
      (await import('#src/features/challenge/challenge-config.screen.tsx')).ChallengeConfigScreen,
    skeleton: below(<RowsSkeleton count={6} />),
  },
  themeSettings: {
    load: async () => (await import('#src/features/themes/theme-settings.screen.tsx')).ThemeSettingsScreen,
    skeleton: below(<RowsSkeleton count={4} />),
  },
}
