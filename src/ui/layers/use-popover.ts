import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const marginPx = 8
const awayPx = 24

/** Below its button, above where there is no room; its far edge on the button's far edge. */
export function placeBeside(
  button: { top: number; bottom: number; left: number; right: number },
  box: { width: number; height: number },
  view: { width: number; height: number },
  isRtl: boolean,
): { top: number; left: number } {
  const below = button.bottom + 4
  const fitsBelow = below + box.height + marginPx <= view.height
  const wanted = isRtl ? button.left : button.right - box.width
  return {
    top: Math.max(marginPx, fitsBelow ? below : button.top - 4 - box.height),
    left: Math.max(marginPx, Math.min(wanted, view.width - box.width - marginPx)),
  }
}

/**
 * A box in the top layer beside its button: a native popover where the engine has them, else a fixed box.
 * A press elsewhere, Esc, a scroll and a resize close it.
 */
export function usePopover() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  const close = useCallback((refocus: boolean) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  }, [])

  useLayoutEffect(() => {
    const [anchor, popover] = [button.current, box.current]
    if (!open || anchor === null || popover === null) return
    popover.showPopover?.()
    const view = { width: document.documentElement.clientWidth, height: innerHeight }
    const isRtl = getComputedStyle(anchor).direction === 'rtl'
    const size = { width: popover.offsetWidth, height: popover.offsetHeight }
    const place = placeBeside(anchor.getBoundingClientRect(), size, view, isRtl)
    popover.style.top = `${place.top}px`
    popover.style.left = `${place.left}px`
    return () => popover.hidePopover?.()
  }, [open])

  useEffect(() => {
    if (!open) return
    const onPress = (event: Event): void => {
      const isOurs = [box, button].some(({ current }) => current?.contains(event.target as Node))
      if (!isOurs) close(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // A dialog below stays open.
      event.preventDefault()
      close(true)
    }
    const top = button.current?.getBoundingClientRect().top ?? 0
    // The scrolling that brought the button into sight may still send its event.
    const onScroll = (): void => {
      if (Math.abs((button.current?.getBoundingClientRect().top ?? 0) - top) > awayPx) close(false)
    }
    const onResize = (): void => close(false)
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey, true)
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey, true)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
    }
  }, [open, close])

  return { open, button, box, close, toggle: () => (open ? close(false) : setOpen(true)) }
}
