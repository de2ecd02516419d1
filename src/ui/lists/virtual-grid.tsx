import { createContext, use, useEffect, useState, type CSSProperties, type ReactNode, type Ref } from 'react'
import { WindowVirtualizer } from 'virtua'
import gridStyles from '../book-grid.module.css'
import { useListSizes } from './use-list-sizes.ts'
import styles from './virtual-grid.module.css'

type VirtualGridProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  label: string
  /** See `VirtualList`. */
  memoryKey: string
  /** One tile, without its list item. */
  children: (item: Item) => ReactNode
}

/** A tile's least width and the space between two, as `BookGrid` has them. */
const leastTilePx = 92
const gapPx = 14
/** A cover three to four, two lines of text, and the space to the next row. */
const rowPx = (tilePx: number): number => (tilePx * 4) / 3 + 68

const Label = createContext('')

type PartProps = { style: CSSProperties; children: ReactNode }

const List = ({ style, children, ref }: PartProps & { ref?: Ref<HTMLDivElement> }) => (
  <div ref={ref} role="list" aria-label={use(Label)} style={style}>
    {children}
  </div>
)

const Row = ({ style, children, ref }: PartProps & { ref?: Ref<HTMLDivElement> }) => (
  <div ref={ref} role="none" className={styles.row} style={style}>
    {children}
  </div>
)

/** As many tiles side by side as the place is wide; 0 until measured. */
const useColumns = (box: HTMLElement | null): { columns: number; tilePx: number } => {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    if (box === null) return
    const observer = new ResizeObserver(() => setWidthPx(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  const columns = Math.floor((widthPx + gapPx) / (leastTilePx + gapPx))
  return { columns, tilePx: columns === 0 ? 0 : (widthPx + gapPx) / columns - gapPx }
}

/** A long `BookGrid` that scrolls with the page: only the rows near the visible part are in the document. */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { columns, tilePx } = useColumns(box)
  return (
    <div ref={setBox}>
      {columns > 0 && (
        <Label value={props.label}>
          <Rows key={columns} {...props} columns={columns} tilePx={tilePx} />
        </Label>
      )}
    </div>
  )
}

type RowsProps<Item> = VirtualGridProps<Item> & { columns: number; tilePx: number }

const Rows = <Item,>({ items, keyOf, memoryKey, children, columns, tilePx }: RowsProps<Item>) => {
  const total = Math.ceil(items.length / columns)
  const { ref, cache } = useListSizes(`${memoryKey} ${columns}`, total)
  const rows = Array.from({ length: total }, (_, row) => items.slice(row * columns, (row + 1) * columns))
  return (
    <WindowVirtualizer ref={ref} as={List} item={Row} data={rows} itemSize={rowPx(tilePx)} cache={cache}>
      {(row, index) => (
        <div
          key={index}
          role="none"
          className={gridStyles.grid}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {row.map((item, place) => (
            <div
              key={keyOf(item)}
              role="listitem"
              aria-posinset={index * columns + place + 1}
              aria-setsize={items.length}
            >
              {children(item)}
            </div>
          ))}
        </div>
      )}
    </WindowVirtualizer>
  )
}
