import { Link } from 'react-router-dom'
import { cardPackPath } from '#src/lib/paths.ts'
import { BookTile } from '#src/ui/book-cover.tsx'
import { usePackCaption } from './pack-caption.ts'
import type { ShelfPack } from './shelf-pack.ts'

export const PackTile = ({ pack }: { pack: ShelfPack }) => (
  <BookTile
    subject={pack.subject.id}
    label={pack.label}
    mark={(pack.subject.name || pack.label).slice(0, 1)}
    title={pack.title}
    caption={usePackCaption(pack)}
    render={(parts) => <Link to={cardPackPath(pack.id)} {...parts} />}
  />
)
