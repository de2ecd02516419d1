import { lazy, Suspense, useReducer, type ComponentType, type ReactNode } from 'react'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { recoverShell } from './shell-recovery.ts'
import { SlowLoading } from './slow-loading.tsx'

/**
 * A screen in its own chunk, with its skeleton and its 重试. React.lazy keeps a failure for good, so a
 * retry makes a new one. From the second retry on, the installed shell itself is suspected.
 * @param bones in the layout that the screen will have
 */
export const lazyScreen = (load: () => Promise<ComponentType>, bones: ReactNode) => {
  const attempt = () =>
    lazy(async () => ({ default: await loadChunk(load, { budgetMs: chunkLoadTimeoutMs }) }))
  let Screen = attempt()
  let retries = 0
  const LazyScreen = () => {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    const retry = () => {
      retries += 1
      if (retries > 1) void recoverShell()
      Screen = attempt()
      drawAgain()
    }
    return (
      <ErrorBoundary onRetry={retry}>
        <Suspense fallback={<SlowLoading>{bones}</SlowLoading>}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return LazyScreen
}
