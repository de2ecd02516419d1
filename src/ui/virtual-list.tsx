import {
  createContext,
  use,
  useEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { WindowVirtualizer, type CacheSnapshot, type WindowVirtualizerHandle } from 'virtua'
import { keepSizes, keptSizes } from './list-sizes.ts'
import styles from './virtual-list.module.css'

/** Up to here the browser is faster than any cleverness, and finds words in the page. */
const mostPlainRows = 50

type VirtualListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  label: string
  /** A guess at a row's height before it is measured. */
  estimatedRowPx: number
  /**
   * Names the list among those of the session, such as the screen's address. Row heights are kept under
   * it, so that going back, or a reload, finds the row where it was; the page's scroll memory scrolls.
   */
  memoryKey: string
  /** Lines between the rows, as in a `Surface kind="rows"`. */
  ruled?: boolean
  /** One row, without its `li`. */
  children: (item: Item, index: number) => ReactNode
}

const Whole = createContext<{ label: string; total: number; ruled?: boolean }>({ label: '', total: 0 })

type PartProps = { style: CSSProperties; children: ReactNode }

const List = ({ style, children, ref }: PartProps & { ref?: Ref<HTMLUListElement> }) => {
  const { label, ruled } = use(Whole)
  return (
    <ul ref={ref} style={style} aria-label={label} className={ruled ? styles.ruled : undefined}>
      {children}
    </ul>
  )
}

/** Says how many rows there are, since most of them are not in the document. */
const Row = ({ style, children, index, ref }: PartProps & { index: number; ref?: Ref<HTMLLIElement> }) => (
  <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={use(Whole).total}>
    {children}
  </li>
)

const Keyed = ({ children }: { children: ReactNode }) => children

/** A list that scrolls with the page; of a long one only the rows near the visible part are in the document. */
export const VirtualList = <Item,>(props: VirtualListProps<Item>): ReactElement =>
  props.items.length > mostPlainRows ? <LongList {...props} /> : <ShortList {...props} />

const ShortList = <Item,>({ items, keyOf, label, ruled, children }: VirtualListProps<Item>) => (
  <ul aria-label={label} className={ruled ? styles.ruled : undefined}>
    {items.map((item, index) => (
      <li key={keyOf(item)}>{children(item, index)}</li>
    ))}
  </ul>
)

const LongList = <Item,>(props: VirtualListProps<Item>) => {
  const { items, keyOf, label, estimatedRowPx, memoryKey, ruled, children } = props
  const list = useRef<WindowVirtualizerHandle>(null)
  const total = items.length
  useEffect(() => {
    const handle = list.current
    const keep = (): void => {
      if (handle !== null) keepSizes(memoryKey, total, handle.cache)
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [memoryKey, total])
  return (
    <Whole value={{ label, total, ruled }}>
      <WindowVirtualizer
        ref={list}
        as={List}
        item={Row}
        data={items}
        itemSize={estimatedRowPx}
        cache={keptSizes<CacheSnapshot>(memoryKey, total)}
      >
        {(item, index) => <Keyed key={keyOf(item)}>{children(item, index)}</Keyed>}
      </WindowVirtualizer>
    </Whole>
  )
}
