import { useEffect, useEffectEvent } from 'react'
import { attachSwipe } from './swipe-gesture.ts'
import type { SwipeSide } from './swipe-motion.ts'

type SwipeOptions = {
  isEnabled: boolean
  /** Up and down count too, as long as the card has nothing to scroll. */
  isUpright?: boolean
  /**
   * As the finger lets go; what it returns is waited for before the card is seen again. Buttons must do the
   * same for a student who cannot swipe.
   */
  onSwipe: (side: SwipeSide) => unknown
}

/**
 * A card that can be swiped, see `attachSwipe`. With reduced motion nothing follows the finger, and the
 * swipe still counts.
 * @param card the element, as a callback ref in a state gives it
 */
export function useSwipe(
  card: HTMLElement | null,
  { isEnabled, isUpright = false, onSwipe }: SwipeOptions,
): void {
  const swiped = useEffectEvent(onSwipe)
  useEffect(() => {
    if (card === null || !isEnabled) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    return attachSwipe(card, { isUpright, isStill }, (side) => swiped(side))
  }, [card, isEnabled, isUpright])
}
