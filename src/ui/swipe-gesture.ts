import { sideTowards, springFrames, springMs, swipeOf, type SwipeSide } from './swipe-motion.ts'

const startsAtPx = 10
const leavesMs = 180
const turnDegPerPx = 0.03
/** Controls keep their own touches, and what scrolls sideways keeps its scrolling. */
const ownTouches = 'button, a, input, textarea, select, summary, label, [data-own-touches]'

const transformAt = (x: number): string => `translateX(${x}px) rotate(${x * turnDegPerPx}deg)`

const scrollsSideways = (target: Element, card: Element): boolean => {
  for (let node: Element | null = target; node !== null && node !== card; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== 'visible') return true
  }
  return false
}

/**
 * Lets a card follow the finger sideways, and leave or spring back. While it is dragged the element
 * carries `data-lean="start|end"` and `--lean` (0 to 1, how sure it is), for hints drawn by CSS.
 * @param onSwipe after the card has left
 * @returns how to stop
 */
export const attachSwipe = (card: HTMLElement, onSwipe: (side: SwipeSide) => void): (() => void) => {
  let drag: { id: number; x: number; y: number; isOn: boolean; dx: number } | undefined
  let trail: { at: number; x: number }[] = []
  let motion: Animation | undefined
  const isRtl = (): boolean => getComputedStyle(card).direction === 'rtl'

  const lean = (dx: number): void => {
    if (dx === 0) {
      delete card.dataset.lean
      card.style.removeProperty('--lean')
      return
    }
    card.dataset.lean = sideTowards(dx, isRtl())
    card.style.setProperty('--lean', String(Math.min(1, Math.abs(dx) / (card.offsetWidth * 0.35))))
  }
  const rest = (): void => {
    card.style.transform = ''
    lean(0)
  }
  const springBack = (dx: number, velocity: number): void => {
    const frames = springFrames(dx, velocity)
    rest()
    motion = card.animate(
      frames.map((x) => ({ transform: transformAt(x) })),
      { duration: springMs(frames) },
    )
  }
  const leave = async (dx: number, side: SwipeSide): Promise<void> => {
    const out = Math.sign(dx) * (innerWidth / 2 + card.offsetWidth)
    card.style.transform = ''
    motion = card.animate([{ transform: transformAt(dx) }, { transform: transformAt(out), opacity: 0 }], {
      duration: leavesMs,
      easing: 'ease-in',
      fill: 'forwards',
    })
    const isOver = await motion.finished.then(
      () => true,
      () => false,
    )
    if (!isOver) return
    rest()
    onSwipe(side)
    motion.cancel()
  }
  const velocity = (now: number): number => {
    const first = trail.find(({ at }) => now - at < 90)
    const last = trail.at(-1)
    return first === undefined || last === undefined || last.at <= first.at
      ? 0
      : (last.x - first.x) / (last.at - first.at)
  }

  const onDown = (event: PointerEvent): void => {
    const target = event.target
    if (drag !== undefined || !event.isPrimary || event.button !== 0 || !(target instanceof Element)) return
    if (target.closest(ownTouches) !== null || scrollsSideways(target, card)) return
    if (motion?.playState === 'running') return
    trail = []
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, isOn: false, dx: 0 }
  }
  const onMove = (event: PointerEvent): void => {
    if (drag === undefined || event.pointerId !== drag.id) return
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
    if (!drag.isOn) {
      if (Math.abs(dy) > startsAtPx && Math.abs(dy) >= Math.abs(dx)) drag = undefined
      if (drag === undefined || Math.abs(dx) < startsAtPx) return
      drag.isOn = true
      card.setPointerCapture(event.pointerId)
    }
    drag.dx = dx
    trail = [...trail.slice(-8), { at: event.timeStamp, x: event.clientX }]
    card.style.transform = transformAt(dx)
    lean(dx)
  }
  const onUp = (event: PointerEvent): void => {
    if (drag === undefined || event.pointerId !== drag.id) return
    const { isOn, dx } = drag
    drag = undefined
    if (!isOn) return
    swallowClick(card)
    const speed = velocity(event.timeStamp)
    const side = event.type === 'pointercancel' ? null : swipeOf(dx, speed, card.offsetWidth, isRtl())
    if (side === null) springBack(dx, speed)
    else void leave(dx, side)
  }
  card.style.touchAction = 'pan-y'
  card.addEventListener('pointerdown', onDown)
  card.addEventListener('pointermove', onMove)
  card.addEventListener('pointerup', onUp)
  card.addEventListener('pointercancel', onUp)
  return () => {
    motion?.cancel()
    rest()
    card.style.touchAction = ''
    card.removeEventListener('pointerdown', onDown)
    card.removeEventListener('pointermove', onMove)
    card.removeEventListener('pointerup', onUp)
    card.removeEventListener('pointercancel', onUp)
  }
}

/** The click that ends a drag is no press. It comes at once or not at all. */
const swallowClick = (card: HTMLElement): void => {
  const swallow = (event: Event): void => event.stopPropagation()
  card.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => card.removeEventListener('click', swallow, { capture: true }), 50)
}
