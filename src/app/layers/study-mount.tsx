import { useTranslation } from 'react-i18next'
import { matchPath, useLocation } from 'react-router-dom'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import type { QueueScope } from '#src/queries/study.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Modal } from '#src/ui/layers/modal.tsx'
import { lazyScreen } from '../lazy-screen.tsx'
import styles from './study-mount.module.css'

const parameter = 'study'

/** What the address asks to study: `?study=today` on /home, `?study=1` on a pack. */
const scopeOf = (pathname: string, value: string | null): QueueScope | null => {
  if (value === 'today' && pathname === patterns.home) return 'today'
  const match = matchPath(patterns.cardPack, pathname) ?? matchPath(patterns.privateCardPack, pathname)
  const packId = match?.params.id
  return value === '1' && packId !== undefined ? { packId } : null
}

const useStudyAddress = () => {
  const layer = useAddressLayer(parameter)
  const { pathname } = useLocation()
  return { scope: scopeOf(pathname, layer.value), close: layer.close }
}

const Player = lazyScreen(async () => {
  const { StudyLayer } = await import('#src/features/study/study-layer.screen.tsx')
  const StudyHere = () => {
    const { scope, close } = useStudyAddress()
    return scope && <StudyLayer scope={scope} onClose={close} />
  }
  return StudyHere
}, null)

/**
 * The study player over the page, while the address asks for it: back closes it, a reload restores it.
 * The way out stands here, so that it is there even when the player cannot be loaded or drawn.
 */
export function StudyMount() {
  const { t } = useTranslation()
  const { scope, close } = useStudyAddress()
  return (
    <Modal kind="full" open={scope !== null} onClose={close} label={t('study')}>
      <div className={styles.close}>
        <IconButton icon="close" label={t('action.close')} onClick={close} />
      </div>
      <Player />
    </Modal>
  )
}
