import { lazy, Suspense, useReducer, type ComponentType, type ReactNode } from 'react'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { SlowLoading } from './slow-loading.tsx'

/**
 * A screen in its own chunk, with its skeleton and its 重试. React.lazy keeps a failure for good, so a
 * retry makes a new one.
 * @param bones in the layout that the screen will have
 */
export const lazyScreen = (load: () => Promise<ComponentType>, bones: ReactNode) => {
  const attempt = () =>
    lazy(async () => ({ default: await loadChunk(load, { budgetMs: chunkLoadTimeoutMs }) }))
  let Screen = attempt()
  const LazyScreen = () => {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    const retry = () => {
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
