import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { classNames } from '#src/ui/class-names.ts'
import { TabBar } from '#src/ui/tab-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './layout.module.css'
import { useScrollMemory } from './scroll-memory.ts'
import { StudyMount } from './study-mount.tsx'

const tabs = [
  { id: 'home', icon: 'home', raised: false },
  { id: 'resource', icon: 'books', raised: false },
  { id: 'generate', icon: 'plus', raised: true },
  { id: 'explore', icon: 'compass', raised: false },
  { id: 'me', icon: 'person', raised: false },
] as const

/** The common layout of all screens: one column, and the tabs below the five screens they lead to. */
export const Layout = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const main = useFocusOnArrival(pathname)
  useScrollMemory()
  const showTabs = tabs.some(({ id }) => patterns[id] === pathname)
  return (
    <>
      <main ref={main} tabIndex={-1} className={classNames(styles.main, showTabs && styles.withTabs)}>
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <StudyMount />
      {showTabs && (
        <TabBar
          label={t('tabs.label')}
          items={tabs.map((tab) => ({
            ...tab,
            label: t(`tabs.${tab.id}`),
            current: patterns[tab.id] === pathname,
            render: (parts) => <Link to={patterns[tab.id]} {...parts} />,
          }))}
        />
      )}
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
