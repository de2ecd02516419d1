import { flyAway, transformAt } from './swipe-flight.ts'
import {
  leanOf,
  sideTowards,
  springFrames,
  springMs,
  swipeOf,
  type SwipeSide,
  type Vector,
} from './swipe-motion.ts'

const startsAtPx = 10
const trailMs = 90
/** Controls keep their own touches, and what scrolls sideways keeps its scrolling. */
const ownTouches = 'button, a, input, textarea, select, summary, label, [data-own-touches]'

const scrollsSideways = (target: Element, card: Element): boolean => {
  for (let node: Element | null = target; node !== null && node !== card; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== 'visible') return true
  }
  return false
}

export type SwipeWays = {
  /** Up and down count too, as long as the card has nothing to scroll. */
  isUpright: boolean
  /** With reduced motion nothing moves, and the hints still show. */
  isStill: boolean
}

/**
 * Lets a card follow the finger, and leave or spring back. While it is dragged the element carries
 * `data-lean` (a `SwipeSide`) and `--lean` (0 to 1, how sure it is), for hints drawn by CSS. A part of the
 * card that scrolls up and down is marked by `data-scroller`. A mouse selects text instead.
 * @param onSwipe as soon as the finger has let go; the card stays hidden until this settles
 * @returns how to stop
 */
export function attachSwipe(
  card: HTMLElement,
  ways: SwipeWays,
  onSwipe: (side: SwipeSide) => unknown,
): () => void {
  let drag: { id: number; from: Vector; by: Vector; isOn: boolean } | undefined
  let trail: { at: number; x: number; y: number }[] = []
  let motion: Animation | undefined
  let isLeaving = false
  const scroller = card.querySelector<HTMLElement>('[data-scroller]') ?? card
  const isRtl = (): boolean => getComputedStyle(card).direction === 'rtl'
  const takesUpright = (): boolean => ways.isUpright && scroller.scrollHeight <= scroller.clientHeight + 1

  /** The browser has to know before the finger comes down which ways it may take for scrolling. */
  const claimTouches = (): void => {
    scroller.style.touchAction = takesUpright() ? 'pinch-zoom' : 'pan-y pinch-zoom'
  }
  const sizes = new ResizeObserver(claimTouches)

  const show = (by: Vector): void => {
    card.dataset.lean = sideTowards(by, isRtl())
    card.style.setProperty('--lean', String(leanOf(by, card.offsetWidth)))
    if (!ways.isStill) card.style.transform = transformAt(by)
  }
  const rest = (): void => {
    card.style.transform = ''
    card.style.removeProperty('--lean')
    delete card.dataset.lean
  }
  const springBack = (by: Vector, velocity: Vector): void => {
    rest()
    if (ways.isStill) return
    const frames = springFrames(by, velocity)
    motion = card.animate(
      frames.map((at) => ({ transform: transformAt(at) })),
      { duration: springMs(frames) },
    )
  }
  const leave = async (by: Vector, side: SwipeSide): Promise<void> => {
    if (!ways.isStill) {
      flyAway(card, by)
      card.style.opacity = '0'
    }
    rest()
    isLeaving = true
    try {
      await onSwipe(side)
    } finally {
      isLeaving = false
      card.style.opacity = ''
    }
  }
  const velocityAt = (now: number): Vector => {
    const first = trail.find(({ at }) => now - at < trailMs)
    const last = trail.at(-1)
    if (first === undefined || last === undefined || last.at <= first.at) return { x: 0, y: 0 }
    const ms = last.at - first.at
    return { x: (last.x - first.x) / ms, y: (last.y - first.y) / ms }
  }
  const cancel = (): void => {
    if (drag?.isOn) springBack(drag.by, { x: 0, y: 0 })
    drag = undefined
  }

  const onDown = (event: PointerEvent): void => {
    // A second finger zooms.
    if (drag !== undefined) return cancel()
    const { target } = event
    if (!event.isPrimary || event.button !== 0 || event.pointerType === 'mouse') return
    if (!(target instanceof Element) || target.closest(ownTouches) !== null) return
    if (isLeaving || scrollsSideways(target, card)) return
    trail = []
    const from = { x: event.clientX, y: event.clientY }
    drag = { id: event.pointerId, from, by: { x: 0, y: 0 }, isOn: false }
  }
  const onMove = (event: PointerEvent): void => {
    if (drag === undefined || event.pointerId !== drag.id) return
    const by = { x: event.clientX - drag.from.x, y: event.clientY - drag.from.y }
    const isUpright = takesUpright()
    if (!drag.isOn) {
      const [x, y] = [Math.abs(by.x), Math.abs(by.y)]
      // It scrolls.
      if (!isUpright && y > startsAtPx && y >= x) drag = undefined
      if (drag === undefined || Math.max(x, isUpright ? y : 0) < startsAtPx) return
      drag.isOn = true
      motion?.cancel()
      card.setPointerCapture(event.pointerId)
    }
    drag.by = isUpright ? by : { x: by.x, y: 0 }
    trail = [...trail.slice(-8), { at: event.timeStamp, x: event.clientX, y: event.clientY }]
    show(drag.by)
  }
  const onUp = (event: PointerEvent): void => {
    if (drag === undefined || event.pointerId !== drag.id) return
    const { isOn, by } = drag
    if (event.type === 'pointercancel') return cancel()
    drag = undefined
    if (!isOn) return
    swallowClick(card)
    const velocity = velocityAt(event.timeStamp)
    const side = swipeOf(by, velocity, card.offsetWidth, isRtl())
    if (side === null) springBack(by, velocity)
    else void leave(by, side)
  }

  claimTouches()
  for (const part of [scroller, ...scroller.children]) sizes.observe(part)
  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp }
  const names = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const
  for (const name of names) card.addEventListener(name, listeners[name])
  return () => {
    sizes.disconnect()
    motion?.cancel()
    rest()
    scroller.style.touchAction = ''
    for (const name of names) card.removeEventListener(name, listeners[name])
  }
}

/** The click that ends a drag is no press. It comes at once or not at all. */
const swallowClick = (card: HTMLElement): void => {
  const swallow = (event: Event): void => event.stopPropagation()
  card.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => card.removeEventListener('click', swallow, { capture: true }), 50)
}
