import { useEffect, useEffectEvent, useState } from 'react'

/** Where the mark has room to stand, and where letting go refreshes. */
const pullHeldPx = 52
const pullAtPx = 72
const pullMostPx = 120
/** The finger goes further than the page: a rubber band. */
const followed = 0.5

type Pull = { stage: 'idle' | 'pulling' | 'ready' | 'busy'; distancePx: number }

const idle: Pull = { stage: 'idle', distancePx: 0 }

/**
 * Whether something else takes the finger first: what is itself scrolled down, the page or the sheet that the
 * area stands in, or a layer that is drawn over the area.
 */
const isTaken = (target: EventTarget | null, area: Element): boolean => {
  for (let node = target instanceof Element ? target : null; node !== null; node = node.parentElement) {
    if (node.scrollTop > 0) return true
    if (node.tagName === 'DIALOG') return !node.contains(area)
  }
  return scrollY > 0
}

/**
 * A finger that pulls the page down from its top. Touch events, because a browser ends pointer events as
 * soon as it believes that the finger scrolls; the page's own `overscroll-behavior` keeps the browser's pull off.
 * @param onPull settles when the refresh is over, however it went
 */
export function usePull(area: Element | null, isEnabled: boolean, onPull: () => Promise<unknown>) {
  const [pull, setPull] = useState(idle)
  const refresh = async (): Promise<void> => {
    if (pull.stage === 'busy') return
    setPull({ stage: 'busy', distancePx: pullHeldPx })
    try {
      await onPull()
    } catch {
      // The owner shows what went wrong where the data stands.
    }
    setPull(idle)
  }
  const onRelease = useEffectEvent(() => void refresh())
  const isBusy = pull.stage === 'busy'
  useEffect(() => {
    if (area === null || !isEnabled || isBusy) return
    let from: { x: number; y: number } | undefined
    let isReady = false
    const onStart = (event: Event): void => {
      const { touches, target } = event as TouchEvent
      const touch = touches[0]
      from = undefined
      isReady = false
      if (touches.length !== 1 || touch === undefined || isTaken(target, area)) return
      from = { x: touch.clientX, y: touch.clientY }
    }
    const onMove = (event: Event): void => {
      const touch = (event as TouchEvent).touches[0]
      if (from === undefined || touch === undefined) return
      const down = touch.clientY - from.y
      const across = Math.abs(touch.clientX - from.x)
      const isFirst = !isReady && down < 8
      if (down <= 0 || (isFirst && across > down)) {
        if (down < 0 || across > 8) from = undefined
        setPull(idle)
        return
      }
      if (event.cancelable) event.preventDefault()
      const distancePx = Math.min(pullMostPx, down * followed)
      isReady = distancePx >= pullAtPx
      setPull({ stage: isReady ? 'ready' : 'pulling', distancePx })
    }
    const onEnd = (): void => {
      if (from === undefined) return
      from = undefined
      if (isReady) onRelease()
      else setPull(idle)
    }
    area.addEventListener('touchstart', onStart, { passive: true })
    area.addEventListener('touchmove', onMove, { passive: false })
    area.addEventListener('touchend', onEnd)
    area.addEventListener('touchcancel', onEnd)
    return () => {
      area.removeEventListener('touchstart', onStart)
      area.removeEventListener('touchmove', onMove)
      area.removeEventListener('touchend', onEnd)
      area.removeEventListener('touchcancel', onEnd)
    }
  }, [area, isEnabled, isBusy])
  return { pull, refresh: () => void refresh() }
}
