import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { TabBar } from '#src/ui/bars/tab-bar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './layout.module.css'

const tabs = [
  { id: 'home', icon: 'home', raised: false },
  { id: 'resource', icon: 'books', raised: false },
  { id: 'generate', icon: 'plus', raised: true },
  { id: 'explore', icon: 'compass', raised: false },
  { id: 'me', icon: 'person', raised: false },
] as const

type FrameProps = { pathname: string; main?: Ref<HTMLElement>; children: ReactNode }

/**
 * One column, and the tabs below the five screens they lead to. The build draws it around each skeleton
 * (`start/first-frames.tsx`): it needs nothing but a router and the words.
 */
export function Frame({ pathname, main, children }: FrameProps) {
  const { t } = useTranslation()
  const current = tabs.find(({ id }) => matchPath(patterns[id], pathname) !== null)?.id
  const showTabs = current !== undefined
  return (
    <>
      <main ref={main} tabIndex={-1} className={classNames(styles.main, showTabs && styles.withTabs)}>
        {children}
      </main>
      {showTabs && (
        <TabBar
          label={t('tabs.label')}
          items={tabs.map((tab) => ({
            ...tab,
            label: t(`tabs.${tab.id}`),
            current: tab.id === current,
            render: (parts) => <Link to={patterns[tab.id]} {...parts} />,
          }))}
        />
      )}
    </>
  )
}
