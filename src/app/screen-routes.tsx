import { Route, Routes } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { NotFound } from './not-found.tsx'
import { Page } from './page.tsx'
import { screens } from './screens.tsx'

const routes = (Object.keys(screens) as (keyof typeof screens)[]).map((name) => {
  const { load, skeleton } = screens[name]
  return { name, Screen: lazyScreen(load, skeleton) }
})

/** The addresses behind the first screens: in a chunk of their own, so that their number costs the start nothing. */
export function ScreenRoutes() {
  return (
    <Routes>
      {routes.map(({ name, Screen }) => (
        <Route
          key={name}
          path={patterns[name]}
          element={
            <Page name={name}>
              <Screen />
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
}
