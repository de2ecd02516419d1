import { Icon, type IconName } from '../icons.tsx'
import type { RenderLink } from '../render-link.ts'
import styles from './bars.module.css'

type TabBarItem = {
  id: string
  icon: IconName
  label: string
  current: boolean
  /** The middle one, on a raised disc. */
  raised?: boolean
  render: RenderLink
}

type TabBarProps = { label: string; items: readonly TabBarItem[] }

export function TabBar({ label, items }: TabBarProps) {
  return (
    <nav aria-label={label} className={styles.tabBar}>
      <ul className={styles.tabs}>
        {items.map(({ id, icon, label: text, current, raised, render }) => (
          <li key={id}>
            {render({
              className: styles.tab ?? '',
              ...(current ? { 'aria-current': 'page' } : {}),
              children: (
                <>
                  {raised ? (
                    <span className={styles.raised}>
                      <Icon name={icon} />
                    </span>
                  ) : (
                    <Icon name={icon} />
                  )}
                  <span>{text}</span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}
