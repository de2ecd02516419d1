import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BookTile } from '#src/ui/book-cover.tsx'
import { coverOf, packPath, type ListedPack } from './pack-cover.ts'

/** A pack on a shelf or in a grid. */
export function PackTile({ pack, caption }: { pack: ListedPack; caption: ReactNode }) {
  return (
    <BookTile
      {...coverOf(pack)}
      title={pack.title}
      caption={caption}
      render={(parts) => <Link to={packPath(pack)} {...parts} />}
    />
  )
}
