import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import { StudyMount } from './layers/study-mount.tsx'
import { useScrollMemory } from './scroll-memory.ts'

/** The common layout of all screens. */
export function Layout() {
  const { pathname } = useLocation()
  const main = useFocusOnArrival(pathname)
  useScrollMemory()
  return (
    <>
      <Frame pathname={pathname} main={main}>
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </Frame>
      <StudyMount />
    </>
  )
}

/** A new screen takes the focus, so that a screen reader begins there and not at a link that is gone. */
const useFocusOnArrival = (pathname: string) => {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) main.current?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname])
  return main
}
