import { useEffect, type RefObject } from 'react'

/**
 * A tap anywhere on an area, beside a real control that does the same: a short way for the thumb, so
 * the area takes neither role nor focus. Buttons inside keep their own taps.
 */
export function useTap(area: RefObject<HTMLElement | null>, onTap: () => void): void {
  useEffect(() => {
    const element = area.current
    const onClick = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('button') === null) onTap()
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [area, onTap])
}
