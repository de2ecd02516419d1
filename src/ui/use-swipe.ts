import { useEffect, useEffectEvent } from 'react'
import { attachSwipe } from './swipe-gesture.ts'
import type { SwipeSide } from './swipe-motion.ts'

type SwipeOptions = {
  isEnabled: boolean
  /** After the card has left; the owner shows the next. Buttons must do the same for whoever cannot swipe. */
  onSwipe: (side: SwipeSide) => void
}

/**
 * A card that can be swiped to either side, see `attachSwipe`. With reduced motion nothing follows the
 * finger, and the buttons remain.
 * @param card the element, as a callback ref in a state gives it
 */
export const useSwipe = (card: HTMLElement | null, { isEnabled, onSwipe }: SwipeOptions): void => {
  const swiped = useEffectEvent(onSwipe)
  useEffect(() => {
    if (card === null || !isEnabled || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    return attachSwipe(card, (side) => swiped(side))
  }, [card, isEnabled])
}
