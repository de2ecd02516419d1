import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

/**
 * A layer over a screen (sheet, search, player) that lives in the query of the screen's address: the
 * phone's back button closes it, a reload opens it again.
 * @param name of the query parameter
 */
export const useAddressLayer = (name: string) => {
  const [params] = useSearchParams()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  // Going back takes a moment: a second tap meanwhile would go back once more, out of the screen.
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
  }, [key])

  const addressWith = (value: string | null): { search: string } => {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(name)
    else next.set(name, value)
    return { search: next.toString() }
  }

  return {
    /** Null while the layer is closed. */
    value: params.get(name),
    /** For a link that opens it: `<Link to={layer.address()} state={layer.state}>`. */
    address: (value = '1') => addressWith(value),
    state: { layer: name },
    open: (value = '1'): void => void navigate(addressWith(value), { state: { layer: name } }),
    /** Another value of the open layer, without an entry in the history. */
    change: (value: string): void => void navigate(addressWith(value), { replace: true, state }),
    /** Back over the entry that opened it; from an address that began with the layer, to the one without it. */
    close: (): void => {
      if (isClosing.current) return
      isClosing.current = true
      const isOurs = typeof state === 'object' && state !== null && 'layer' in state && state.layer === name
      void (isOurs ? navigate(-1) : navigate(addressWith(null), { replace: true }))
    },
  }
}
