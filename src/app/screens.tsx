import { BookShelf } from '#src/ui/book-cover.tsx'
import { BookBones, RowBones, TextBones } from '#src/ui/skeleton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** The screens behind the first one, each in a chunk of its own and with the skeleton of its layout. */

export const PrivacyScreen = lazyScreen(
  async () => (await import('#src/features/legal/privacy.screen.tsx')).PrivacyScreen,
  <TextBones lines={12} />,
)

export const UserAgreementScreen = lazyScreen(
  async () => (await import('#src/features/legal/user-agreement.screen.tsx')).UserAgreementScreen,
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

export const AccountSecurityScreen = lazyScreen(
  async () => (await import('#src/features/account/account-security.screen.tsx')).AccountSecurityScreen,
  <RowBones count={6} />,
)

export const ChallengeConfigScreen = lazyScreen(
  async () => (await import('#src/features/challenge/challenge-config.screen.tsx')).ChallengeConfigScreen,
  <RowBones count={6} />,
)

export const ExploreScreen = lazyScreen(
  async () => (await import('#src/features/discovery/explore.screen.tsx')).ExploreScreen,
  <TextBones lines={10} />,
)

export const PaymentScreen = lazyScreen(
  async () => (await import('#src/features/wallet/payment.screen.tsx')).PaymentScreen,
  <RowBones count={4} />,
)

export const MyLearningScreen = lazyScreen(
  async () => (await import('#src/features/account/my-learning.screen.tsx')).MyLearningScreen,
  <RowBones count={6} />,
)

export const LevelDetailScreen = lazyScreen(
  async () => (await import('#src/features/account/level-detail.screen.tsx')).LevelDetailScreen,
  <RowBones count={8} />,
)

export const TeacherScreen = lazyScreen(
  async () => (await import('#src/features/packs/teacher.screen.tsx')).TeacherScreen,
  <RowBones count={5} />,
)

export const ThemeSettingsScreen = lazyScreen(
  async () => (await import('#src/features/themes/theme-settings.screen.tsx')).ThemeSettingsScreen,
  <RowBones count={4} />,
)

export const ProfileEditScreen = lazyScreen(
  async () => (await import('#src/features/account/profile-edit.screen.tsx')).ProfileEditScreen,
  <RowBones count={4} />,
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

export const GenerateScreen = lazyScreen(
  async () => (await import('#src/features/generation/generate.screen.tsx')).GenerateScreen,
  <TextBones lines={10} />,
)

export const MyGenerationScreen = lazyScreen(
  async () => (await import('#src/features/generation/my-generation.screen.tsx')).MyGenerationScreen,
  <RowBones count={5} />,
)

export const PrivateCardPackScreen = lazyScreen(
  async () => (await import('#src/features/generation/private-card-pack.screen.tsx')).PrivateCardPackScreen,
  <RowBones count={6} />,
)
