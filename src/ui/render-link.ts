import type { ReactNode } from 'react'

/** What a component hands to the caller's link: the kit draws it, the caller knows where it leads. */
type LinkParts = { className: string; children: ReactNode; 'aria-current'?: 'page' }

/** For example `(parts) => <Link to="/home" {...parts} />`. */
export type RenderLink = (parts: LinkParts) => ReactNode
