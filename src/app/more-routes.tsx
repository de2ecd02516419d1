import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { NotFound } from './not-found.tsx'
import { Page, type PageName } from './page.tsx'
import {
  AccountSecurityScreen,
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
    {page('accountSecurity', <AccountSecurityScreen />)}
    {page('challengeConfig', <ChallengeConfigScreen />)}
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
