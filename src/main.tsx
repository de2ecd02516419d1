import { onlineManager } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { localeKey } from '#contract/constants.ts'
import { openDebugConsoleIfAsked } from './app/debug-console.ts'
import { restoreSession } from './app/start/kept-session.ts'
import { Providers } from './app/providers.tsx'
import { AppRoutes, preloadScreen } from './app/routes.tsx'
import { readAccessToken } from './api/access-token.ts'
import { createRuntime } from './app/create-runtime.ts'
import { saveInstallEvent } from './device/install-event.ts'
import { readPreference } from './device/preferences.ts'
import { startI18n } from './i18n/i18n.ts'
import { afterHeadStart } from './lib/first-paint.ts'
import { startLocale } from './i18n/start-locale.ts'
import './ui/tokens.css'
import './ui/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// React Query believes that it is online until an event says otherwise; a cold start has no event.
onlineManager.setOnline(navigator.onLine)
// In a build the first frame's script has done it, and the first chunk goes without.
if (import.meta.env.DEV) void import('./device/text-size.ts').then((module) => module.applyTextSize())
saveInstallEvent()
startI18n(startLocale(readPreference(localeKey), navigator.languages))

void restoreSession()
  .then(() => preloadScreen(location.pathname, readAccessToken() !== null))
  .then(() => {
    const runtime = createRuntime()
    // Drawn in small pieces: a slow phone answers a finger between them.
    startTransition(() => {
      createRoot(root).render(
        <Providers runtime={runtime}>
          <AppRoutes />
        </Providers>,
      )
    })
  })

void openDebugConsoleIfAsked(location.search)
if (import.meta.env.PROD) {
  void afterHeadStart()
    .then(() => import('./app/start/service-worker.ts'))
    .then((worker) => worker.startServiceWorker())
}
