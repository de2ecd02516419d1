import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { patterns } from './paths.ts'

/**
 * Back in the history of this app; from the first entry, where back would leave the app, to the screen
 * above. React Router numbers its entries in `history.state.idx`.
 */
export function useGoBack(above: string = patterns.home): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    const state: unknown = history.state
    const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0
    void (typeof index === 'number' && index > 0 ? navigate(-1) : navigate(above, { replace: true }))
  }, [navigate, above])
}
