import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { ComingSoon } from './coming-soon.tsx'
import { NotFound } from './not-found.tsx'
import { Page, type PageName } from './page.tsx'
import {
  CardPackScreen,
  ChallengeConfigScreen,
  ExploreScreen,
  GenerateScreen,
  MyGenerationScreen,
  PrivateCardPackScreen,
  PaymentScreen,
  ProfileEditScreen,
  ThemeSettingsScreen,
  LevelDetailScreen,
  MyLearningScreen,
  TeacherScreen,
  MeScreen,
  PrivacyScreen,
  ResourceScreen,
  SettingsScreen,
  UserAgreementScreen,
} from './screens.tsx'

/** Screens that open later say so; their addresses already work. */
const soon = ['profileEdit', 'accountSecurity', 'themeSettings'] as const satisfies readonly PageName[]

const page = (name: PageName & keyof typeof patterns, element: ReactElement) => (
  <Route path={patterns[name]} element={<Page name={name}>{element}</Page>} />
)

/** The addresses behind the first screen: in a chunk of their own, so that their number costs the start nothing. */
export const MoreRoutes = () => (
  <Routes>
    {page('privacy', <PrivacyScreen />)}
    {page('userAgreement', <UserAgreementScreen />)}
    {page('resource', <ResourceScreen />)}
    {page('cardPack', <CardPackScreen />)}
    {page('payment', <PaymentScreen />)}
    {page('profileEdit', <ProfileEditScreen />)}
    {page('themeSettings', <ThemeSettingsScreen />)}
    {page('teacher', <TeacherScreen />)}
    {page('myLearning', <MyLearningScreen />)}
    {page('levelDetail', <LevelDetailScreen />)}
    {page('generate', <GenerateScreen />)}
    {page('myGeneration', <MyGenerationScreen />)}
    {page('privateCardPack', <PrivateCardPackScreen />)}
    {page('explore', <ExploreScreen />)}
    {page('me', <MeScreen />)}
    {page('settings', <SettingsScreen />)}
    {page('challengeConfig', <ChallengeConfigScreen />)}
    {soon.map((name) => (
      <Route
        key={name}
        path={patterns[name]}
        element={
          <Page name={name}>
            <ComingSoon page={name} />
          </Page>
        }
      />
    ))}
    <Route
      path="*"
      element={
        <Page name="notFound">
          <NotFound />
        </Page>
      }
    />
  </Routes>
)
