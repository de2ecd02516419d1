import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BookCover } from '#src/ui/book-cover.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { coverOf, packPath, type ListedPack } from './pack-cover.ts'

type RowProps = {
  pack: ListedPack
  note?: ReactNode
  trailing?: ReactNode
  onOpen?: (() => void) | undefined
}

/** A pack in a list: its cover and title, and what the list says of it. */
export function PackRow({ pack, note, trailing, onOpen }: RowProps) {
  return (
    <ListRow
      strong
      leading={<BookCover size="thumb" {...coverOf(pack)} />}
      title={pack.title}
      note={note}
      trailing={trailing}
      renderLink={(parts) => <Link to={packPath(pack)} onClick={onOpen} {...parts} />}
    />
  )
}

type CardRowProps = Omit<RowProps, 'note'> & { card: { id: string; title: string } }

/** One card of a pack in a list, under the cover of its pack; it opens over the pack. */
export function CardRow({ card, pack, trailing, onOpen }: CardRowProps) {
  return (
    <ListRow
      leading={<BookCover size="thumb" {...coverOf(pack)} />}
      title={card.title}
      note={pack.title}
      trailing={trailing}
      renderLink={(parts) => (
        <Link to={{ pathname: packPath(pack), search: `card=${card.id}` }} onClick={onOpen} {...parts} />
      )}
    />
  )
}
