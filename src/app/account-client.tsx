import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { afterHeadStart } from '#src/lib/first-paint.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useSessionState } from '#src/queries/session/session-state.ts'
import { createQueryClient, keepFirstFrame } from './query-client.ts'

/** Loaded after the first frame. What it does needs the network anyway, so to go without it is no failure. */
const Background = lazy(() =>
  afterHeadStart()
    .then(() => loadChunk(() => import('./background.tsx'), { budgetMs: chunkLoadTimeoutMs }))
    .then(
      (module) => ({ default: module.Background }),
      () => ({ default: () => null }),
    ),
)

/** Gives each account its own client: nothing of one student is in reach of the next. */
export function AccountClient({ children }: { children: ReactNode }) {
  const runtime = useRuntime()
  const session = useSessionState()
  const accountId = session.status === 'signed-in' ? session.accountId : null
  const client = useMemo(() => {
    const trustedNow = async () => (await runtime.account(accountId ?? '')).now()
    return createQueryClient(accountId, trustedNow)
  }, [accountId, runtime])
  useEffect(() => {
    if (accountId === null) return
    return keepFirstFrame(client, accountId, () => runtime.session.isSignedIn(accountId))
  }, [client, accountId, runtime])
  return (
    <QueryClientProvider key={accountId} client={client}>
      {accountId !== null && (
        <Suspense>
          <Background />
        </Suspense>
      )}
      {children}
    </QueryClientProvider>
  )
}
