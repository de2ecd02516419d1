import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls back when an element comes near the visible part of the page; again each time `isReady` turns
 * true while it still is near, so that short pages of a list fill the screen.
 * @param thresholdPx below the visible part
 * @returns the ref of the element
 */
export function useNearEnd(thresholdPx: number, isReady: boolean, onNear: () => void) {
  const [element, setElement] = useState<Element | null>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (element === null || !isReady) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      {
        rootMargin: `0px 0px ${thresholdPx}px`,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isReady, thresholdPx])
  return setElement
}
