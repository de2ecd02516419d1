import { useId, type ReactNode } from 'react'
import { Icon } from './icons.tsx'
import type { RenderLink } from './render-link.ts'
import styles from './surface.module.css'

type SectionProps = {
  title: string
  /** Quiet text at the end of the heading; with `renderLink` it is a link. */
  aside?: string
  renderLink?: RenderLink
  children: ReactNode
}

export function Section({ title, aside, renderLink, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside !== undefined &&
          (renderLink?.({
            className: styles.aside ?? '',
            children: (
              <>
                {aside}
                <Icon name="forward" size={14} />
              </>
            ),
          }) ?? <span className={styles.aside}>{aside}</span>)}
      </div>
      {children}
    </section>
  )
}
