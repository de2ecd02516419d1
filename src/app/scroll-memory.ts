import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Where each history entry was scrolled to. Going back restores it, also after a reload; a new screen
 * starts at its top; a change of the query alone (a layer, a filter) leaves the page where it is.
 */

const storageKey = 'scroll_positions'
const mostEntries = 60
const patienceMs = 3000

const load = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

const save = (positions: Map<string, number>): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-mostEntries)))
  } catch {
    // Without storage the memory lasts until the page is closed.
    return
  }
}

/** Scrolls there as soon as the page is tall enough, unless the student moves first. Returns how to stop. */
const scrollWhenTallEnough = (top: number): (() => void) => {
  scrollTo(0, top)
  if (Math.abs(scrollY - top) < 2) return () => {}
  const observer = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 2) stop()
  })
  const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const move of moves) removeEventListener(move, stop)
  }
  const timer = setTimeout(stop, patienceMs)
  for (const move of moves) addEventListener(move, stop, { passive: true })
  observer.observe(document.body)
  return stop
}

export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const positions = useRef<Map<string, number>>(undefined)
  const lastPathname = useRef<string>(undefined)
  positions.current ??= load()

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => save(positions.current ?? new Map())
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [])

  useLayoutEffect(() => {
    const memory = positions.current ?? new Map<string, number>()
    const isFirst = lastPathname.current === undefined
    const samePage = lastPathname.current === pathname
    lastPathname.current = pathname
    const top = type === 'POP' ? (memory.get(key) ?? 0) : 0
    // A page just opened is at its top: to ask where it is would lay it out twice before the first frame.
    const isThere = samePage || (isFirst && top === 0)
    const stop = isThere ? () => {} : scrollWhenTallEnough(top)
    const remember = () => {
      // Deleted first, so that the newest entries are the last ones and survive the cut.
      memory.delete(key)
      memory.set(key, scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      stop()
      removeEventListener('scroll', remember)
    }
  }, [key, pathname, type])
}
