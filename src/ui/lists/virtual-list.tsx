import {
  createContext,
  use,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { Virtualizer, WindowVirtualizer } from 'virtua'
import { classNames } from '../class-names.ts'
import { useListSizes } from './use-list-sizes.ts'
import styles from './virtual-list.module.css'

/** Up to here the browser is faster than any cleverness, and finds words in the page. */
export const mostPlainRows = 50

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
  /** Lines between the rows, as in a `Surface kind="rows"`, or space between them; without it, neither. */
  between?: 'lines' | 'space'
  /** What scrolls: the page, or the sheet that the list stands in. */
  inSheet?: boolean
  /** One row, without its `li`. */
  children: (item: Item, index: number) => ReactNode
}

type Whole = { label: string; total: number; className: string | undefined }
const Whole = createContext<Whole>({ label: '', total: 0, className: undefined })

type PartProps = { style: CSSProperties; children: ReactNode }

const List = ({ style, children, ref }: PartProps & { ref?: Ref<HTMLUListElement> }) => {
  const { label, className } = use(Whole)
  return (
    <ul ref={ref} style={style} aria-label={label} className={className}>
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
export function VirtualList<Item>(props: VirtualListProps<Item>): ReactElement {
  return props.items.length > mostPlainRows ? <LongList {...props} /> : <ShortList {...props} />
}

const ShortList = <Item,>({ items, keyOf, label, between, children }: VirtualListProps<Item>) => (
  <ul aria-label={label} className={between && styles[between]}>
    {items.map((item, index) => (
      <li key={keyOf(item)}>{children(item, index)}</li>
    ))}
  </ul>
)

/** The row with the focus stays in the document, however far the page is scrolled from it. */
const useFocusedRow = () => {
  const [row, setRow] = useState<number>()
  return {
    keepMounted: row === undefined ? [] : [row],
    onFocus: ({ target }: FocusEvent) => {
      const place = target.closest('[aria-posinset]')?.getAttribute('aria-posinset')
      if (place) setRow(Number(place) - 1)
    },
    onBlur: () => setRow(undefined),
  }
}

const LongList = <Item,>(props: VirtualListProps<Item>) => {
  const { items, keyOf, label, estimatedRowPx, memoryKey, between, inSheet, children } = props
  const total = items.length
  const { ref, cache } = useListSizes(memoryKey, total)
  const { keepMounted, onFocus, onBlur } = useFocusedRow()
  const sheet = useRef<HTMLElement>(null)
  const [startMargin, setStartMargin] = useState(0)
  const parts = {
    ref,
    as: List,
    item: Row,
    data: items,
    itemSize: estimatedRowPx,
    cache,
    // A row may be gone by then.
    keepMounted: keepMounted.filter((row) => row < total),
    children: (item: Item, index: number) => <Keyed key={keyOf(item)}>{children(item, index)}</Keyed>,
  }
  const className = classNames(styles.long, between && styles[between])
  /** The list begins below the sheet's head. */
  const standIn = (box: HTMLElement | null): void => {
    const dialog = box?.closest('dialog')
    if (!box || !dialog) return
    sheet.current = dialog
    const above = box.getBoundingClientRect().top - dialog.getBoundingClientRect().top
    setStartMargin(above + dialog.scrollTop)
  }
  return (
    <Whole value={{ label, total, className }}>
      <div ref={inSheet ? standIn : undefined} onFocus={onFocus} onBlur={onBlur}>
        {inSheet ? (
          <Virtualizer {...parts} scrollRef={sheet} startMargin={startMargin} />
        ) : (
          <WindowVirtualizer {...parts} />
        )}
      </div>
    </Whole>
  )
}
