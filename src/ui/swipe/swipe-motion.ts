/** Sides of the reading direction: `end` is right in Chinese, left in Arabic. */
export type SwipeSide = 'start' | 'end' | 'up' | 'down'

/** In px, or in px per ms. */
export type Vector = { x: number; y: number }

/** Of the card's width, and at most this far: a thumb does not cross a tablet. A quick flick needs less. */
const farShare = 0.35
const farthestPx = 140
const flickPxPerMs = 0.5
const flickLeastPx = 36

const isUpright = ({ x, y }: Vector): boolean => Math.abs(y) > Math.abs(x)

/** How far a card of this width has to be dragged, in px. */
const farOf = (width: number): number => {
  return Math.min(width * farShare, farthestPx)
}

export function sideTowards(by: Vector, isRtl: boolean): SwipeSide {
  return isUpright(by) ? (by.y < 0 ? 'up' : 'down') : by.x > 0 === isRtl ? 'start' : 'end'
}

/** How sure a swipe is, 0 to 1. */
export function leanOf(by: Vector, width: number): number {
  return Math.min(1, Math.max(Math.abs(by.x), Math.abs(by.y)) / farOf(width))
}

/**
 * Whether letting go here means it; the longer way counts.
 * @param by from where the finger came down; `velocity` at the end
 */
export function swipeOf(by: Vector, velocity: Vector, width: number, isRtl: boolean): SwipeSide | null {
  const [way, speed] = isUpright(by) ? [by.y, velocity.y] : [by.x, velocity.x]
  const isFast = Math.abs(speed) >= flickPxPerMs
  const isFlick = isFast && Math.abs(way) >= flickLeastPx && speed > 0 === way > 0
  // A finger on its way back has thought better of it.
  const isBack = isFast && speed > 0 !== way > 0
  const isFar = Math.abs(way) >= farOf(width) && !isBack
  return isFlick || isFar ? sideTowards(by, isRtl) : null
}

const stiffness = 320
const damping = 26
const frameMs = 1000 / 60
const restPx = 0.4
const mostFrames = 60

/**
 * A damped spring from where the card was let go to its place, as positions one frame apart; the Web
 * Animations API of the oldest engines of the target has no spring of its own.
 */
export function springFrames(from: Vector, velocity: Vector): readonly Vector[] {
  const frames = [from]
  let at = from
  let speed = { x: velocity.x * 1000, y: velocity.y * 1000 }
  const dt = frameMs / 1000
  const pull = (place: number, pace: number): number => (-stiffness * place - damping * pace) * dt
  while (
    frames.length < mostFrames &&
    (Math.hypot(at.x, at.y) > restPx || Math.hypot(speed.x, speed.y) > 20)
  ) {
    speed = { x: speed.x + pull(at.x, speed.x), y: speed.y + pull(at.y, speed.y) }
    at = { x: at.x + speed.x * dt, y: at.y + speed.y * dt }
    frames.push(at)
  }
  return [...frames, { x: 0, y: 0 }]
}

export function springMs(frames: readonly Vector[]): number {
  return (frames.length - 1) * frameMs
}
