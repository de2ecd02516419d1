import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { askForRepair } from '#src/lib/app-started.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { SlowLoading } from './slow-loading.tsx'

type LazyScreen = ComponentType & {
  /** Loads it before it is drawn: it then stands there at once, without its skeleton. */
  preload: () => Promise<void>
}

/**
 * A screen in its own chunk, with its skeleton and its 重试. React.lazy keeps a failure for good, so a
 * retry makes a new one. From the second retry on, the installed shell itself is suspected.
 * @param skeleton in the layout that the screen will have
 */
export function lazyScreen(load: () => Promise<ComponentType>, skeleton: ReactNode): LazyScreen {
  let loaded: ComponentType | undefined
  const loadOnce = async (byStudent = false): Promise<ComponentType> =>
    (loaded ??= await loadChunk(load, { budgetMs: chunkLoadTimeoutMs, byStudent }))
  const attempt = (byStudent = false) => lazy(async () => ({ default: await loadOnce(byStudent) }))
  let latest = attempt()
  let retries = 0
  const LazyScreen = () => {
    const [Screen, setScreen] = useState<ComponentType>(() => loaded ?? latest)
    const retry = () => {
      retries += 1
      if (retries > 1) askForRepair()
      latest = attempt(true)
      setScreen(() => latest)
    }
    return (
      <ErrorBoundary onRetry={retry}>
        <Suspense fallback={<SlowLoading>{skeleton}</SlowLoading>}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return Object.assign(LazyScreen, { preload: async () => void (await loadOnce()) })
}
