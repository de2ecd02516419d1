/** The sides of the reading direction: `end` is right in Chinese, left in Arabic. */
export type SwipeSide = 'start' | 'end'

/** Of the card's width; a quick flick needs less. */
const farShare = 0.35
const flickPxPerMs = 0.5
const flickLeastPx = 36

export const sideTowards = (dx: number, isRtl: boolean): SwipeSide => (dx > 0 === isRtl ? 'start' : 'end')

/**
 * Whether letting go here means it.
 * @param dx from where the finger came down, in px; `velocity` in px per ms at the end
 */
export const swipeOf = (dx: number, velocity: number, width: number, isRtl: boolean): SwipeSide | null => {
  const isFlick =
    Math.abs(velocity) >= flickPxPerMs && Math.abs(dx) >= flickLeastPx && velocity > 0 === dx > 0
  // A finger on its way back has thought better of it.
  const isBack = Math.abs(velocity) >= flickPxPerMs && velocity > 0 !== dx > 0
  const isFar = Math.abs(dx) >= width * farShare && !isBack
  return isFlick || isFar ? sideTowards(dx, isRtl) : null
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
export const springFrames = (from: number, velocityPxPerMs: number): readonly number[] => {
  const frames = [from]
  let [at, speed] = [from, velocityPxPerMs * 1000]
  const dt = frameMs / 1000
  while (frames.length < mostFrames && (Math.abs(at) > restPx || Math.abs(speed) > 20)) {
    speed += (-stiffness * at - damping * speed) * dt
    at += speed * dt
    frames.push(at)
  }
  return [...frames, 0]
}

export const springMs = (frames: readonly number[]): number => (frames.length - 1) * frameMs
