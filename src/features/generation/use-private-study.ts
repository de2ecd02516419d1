import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrivatePack } from '#contract/generation.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useDownload, useStoredCatalogue, useStoredPacks } from '#src/queries/packs/downloads.ts'
import { askPrivateCatalogue, usePrivatePackActions } from '#src/queries/private-packs/generation.ts'
import type { OwnPack } from '#src/queries/private-packs/private-pack-changes.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'

/**
 * Keeps a private pack on this device as the server has it, and opens the player over it. A failed renewal leaves
 * what is here.
 * @param pack as its owner sees it
 * @param saved the server's word; undefined: the pack is on its way there, and is studied as it was made here
 * @returns begins to study, now or when the cards have come
 */
export function usePrivateStudy(pack: OwnPack, saved: PrivatePack | undefined): () => void {
  const packId = pack.id
  const { t } = useTranslation('generation')
  const { open } = useAddressLayer('study')
  const { state, start } = useDownload(saved, askPrivateCatalogue)
  const { keepHere } = usePrivatePackActions()
  const here = useStoredCatalogue(packId)
  const isHere = useStoredPacks()?.some((pack) => pack.packId === packId) === true
  const isCurrent = isHere && here?.version === saved?.catalogue.version && state.status === 'ready'
  const isWanted = useRef(false)
  const asked = useRef('')

  const version = saved?.cards.length === 0 ? undefined : saved?.catalogue.version
  useEffect(() => {
    const isResting = state.status !== 'running' && state.status !== 'unknown'
    if (version === undefined || isCurrent || !isResting || asked.current === version) return
    asked.current = version
    start()
  }, [version, isCurrent, state.status, start])

  useEffect(() => {
    if (!isWanted.current) return
    if (isCurrent || (state.status === 'failed' && isHere)) {
      isWanted.current = false
      open()
    } else if (state.status === 'failed') {
      isWanted.current = false
      showToast('warn', t('pack.studyOffline'))
    }
  }, [isCurrent, isHere, state.status, open, t])

  return () => {
    if (saved === undefined) {
      void keepHere(pack).then(
        () => open(),
        () => showToast('warn', t('pack.studyLater')),
      )
      return
    }
    if (isCurrent || (isHere && state.status === 'failed')) return open()
    isWanted.current = true
    showToast('info', t('pack.preparing'))
    if (state.status !== 'running') start()
  }
}
