import type { Vector } from './swipe-motion.ts'

const leavesMs = 220
const turnDegPerPx = 0.03

export function transformAt({ x, y }: Vector): string {
  return `translate(${x}px, ${y}px) rotate(${x * turnDegPerPx}deg)`
}

/**
 * Lets a likeness of the card fly on, so that what comes next need not wait for it. It is nothing to
 * touch and nothing to read, and goes by itself.
 */
export function flyAway(card: HTMLElement, from: Vector): void {
  const likeness = card.cloneNode(true) as HTMLElement
  likeness.inert = true
  likeness.setAttribute('aria-hidden', 'true')
  Object.assign(likeness.style, {
    position: 'absolute',
    inset: 'auto',
    left: `${card.offsetLeft}px`,
    top: `${card.offsetTop}px`,
    width: `${card.offsetWidth}px`,
    height: `${card.offsetHeight}px`,
    zIndex: '1',
    pointerEvents: 'none',
  })
  card.after(likeness)
  const [scrolled, shown] = [card, likeness].map((side) => side.querySelector('[data-scroller]'))
  if (scrolled && shown) shown.scrollTop = scrolled.scrollTop
  const reach = Math.max(innerWidth, innerHeight) / Math.max(1, Math.hypot(from.x, from.y))
  const out = { x: from.x * reach, y: from.y * reach }
  const flight = likeness.animate(
    [{ transform: transformAt(from) }, { transform: transformAt(out), opacity: 0 }],
    { duration: leavesMs, easing: 'ease-in', fill: 'forwards' },
  )
  const remove = (): void => likeness.remove()
  void flight.finished.then(remove, remove)
}
