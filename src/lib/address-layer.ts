import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/**
 * A layer over a screen (sheet, search, player) that lives in the query of the screen's address: the
 * phone's back button closes it, a reload opens it again.
 * @param name of the query parameter
 */
export function useAddressLayer(name: string) {
  const [params] = useSearchParams()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  // Going back takes a moment: a second tap in that moment would go back once more, out of the screen.
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
  }, [key])
  const value = params.get(name)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = value !== null
    return () => {
      isOpen.current = false
    }
  }, [value])

  const isPushedBy = (layer: string): boolean =>
    typeof state === 'object' && state !== null && 'layer' in state && state.layer === layer
  const addressWith = (next: string | null, without?: string): { search: string } => {
    const search = new URLSearchParams(params)
    if (without !== undefined) search.delete(without)
    if (next === null) search.delete(name)
    else search.set(name, next)
    return { search: search.toString() }
  }

  return {
    /** Null while the layer is closed. */
    value,
    /** For a link that opens it: `<Link to={layer.address()} state={layer.state}>`. */
    address: (next = '1') => addressWith(next),
    state: { layer: name },
    open: (next = '1'): void => void navigate(addressWith(next), { state: { layer: name } }),
    /** In the place of another open layer, so that one step back leaves both. */
    openInstead: (other: string, next = '1'): void =>
      void navigate(addressWith(next, other), {
        replace: true,
        state: isPushedBy(other) ? { layer: name } : null,
      }),
    /** Another value of the open layer, without an entry in the history. */
    change: (next: string): void => void navigate(addressWith(next), { replace: true, state }),
    /**
     * Back over the entry that opened it; from an address that began with the layer, to the one without it. Nothing
     * when the student has left it since, e.g. while the server was asked.
     */
    close: (): void => {
      if (isClosing.current || !isOpen.current) return
      isClosing.current = true
      void (isPushedBy(name) ? navigate(-1) : navigate(addressWith(null), { replace: true }))
    },
  }
}
