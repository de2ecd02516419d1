import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './surface.module.css'

type SurfaceProps = {
  children: ReactNode
  /** `hero`: the coloured panel of a screen; `highlight`: the editors' choice; `rows`: a list of rows. */
  kind?: 'plain' | 'hero' | 'highlight' | 'rows'
}

export function Surface({ kind = 'plain', children }: SurfaceProps) {
  return <div className={classNames(styles.surface, kind !== 'plain' && styles[kind])}>{children}</div>
}
