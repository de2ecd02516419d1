import { lazy, Suspense, type ReactElement, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { toastAppearMs, toastDurationMs, toastFadeMs } from '#contract/constants.ts'
import { RuntimeContext, type Runtime } from '#src/queries/runtime.ts'
import { AccountClient } from './account-client.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Nothing is announced in the first frame; what is announced before it is there waits in the store. */
const Toaster = lazy(() =>
  import('#src/ui/layers/toaster.tsx').then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: (): ReactElement | null => null }),
  ),
)

type ProvidersProps = { runtime: Runtime; children: ReactNode }

export function Providers({ runtime, children }: ProvidersProps) {
  return (
    <RuntimeContext value={runtime}>
      <BrowserRouter>
        <AccountClient>
          <ErrorBoundary>{children}</ErrorBoundary>
        </AccountClient>
      </BrowserRouter>
      <Suspense>
        <Toaster appearMs={toastAppearMs} durationMs={toastDurationMs} fadeMs={toastFadeMs} />
      </Suspense>
    </RuntimeContext>
  )
}
