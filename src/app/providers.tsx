import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { toastAppearMs, toastDurationMs, toastFadeMs } from '#contract/constants.ts'
import { RuntimeContext, type Runtime } from '#src/queries/runtime.ts'
import { Toaster } from '#src/ui/toaster.tsx'
import { AccountClient } from './account-client.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

type ProvidersProps = { runtime: Runtime; children: ReactNode }

export const Providers = ({ runtime, children }: ProvidersProps) => (
  <RuntimeContext value={runtime}>
    <BrowserRouter>
      <AccountClient>
        <ErrorBoundary>{children}</ErrorBoundary>
      </AccountClient>
    </BrowserRouter>
    <Toaster appearMs={toastAppearMs} durationMs={toastDurationMs} fadeMs={toastFadeMs} />
  </RuntimeContext>
)
