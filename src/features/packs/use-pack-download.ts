import { useStoredPacks, useDownload } from '#src/queries/packs/downloads.ts'
import type { PackFacts } from './pack-facts.ts'

export type DownloadView =
  | { status: 'unknown' | 'absent' | 'ready' }
  | { status: 'running'; /** 0 to 1 */ share: number }
  | { status: 'failed'; error: unknown }

/** Where the pack's download stands. A failed renewal leaves what is here, so it still counts as ready. */
export function usePackDownload(facts: PackFacts | undefined): { view: DownloadView; start: () => void } {
  const { state, start } = useDownload(facts)
  const isHere = useStoredPacks()?.some((pack) => pack.packId === facts?.id) === true
  if (state.status === 'running') {
    return { view: { status: 'running', share: state.total === 0 ? 0 : state.done / state.total }, start }
  }
  return { view: isHere ? { status: 'ready' } : state, start }
}
