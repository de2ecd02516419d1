import { useEffect, useRef, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatShare } from '#src/lib/format-count.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { useChange } from '#src/parts/use-change.ts'
import { useSetFavorite } from '#src/queries/packs/packs.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import type { PackFacts } from './pack-facts.ts'
import type { useUnlocking } from './use-unlocking.ts'
import { usePackDownload, type DownloadView } from './use-pack-download.ts'
import styles from './pack-actions.module.css'

type PackActionsProps = { facts: PackFacts; unlocking: ReturnType<typeof useUnlocking> }

/** The bar below the pack: favourite, then unlock, or download and study. */
export function PackActions({ facts, unlocking }: PackActionsProps) {
  const { t } = useTranslation('packs')
  const setFavorite = useSetFavorite(facts.id)
  const change = useChange()
  const favorited = facts.pack?.favorited
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        {favorited !== undefined && (
          <BarButton
            icon={<MoreIcon name="heart" size={20} filled={favorited} />}
            label={favorited ? t('favorited') : t('favorite')}
            pressed={favorited}
            onPress={() => void change(() => setFavorite(!favorited))}
          />
        )}
        {facts.unlocked ? (
          <Study facts={facts} />
        ) : (
          <div className={styles.main}>
            <Button wide busy={unlocking.isBusy} onClick={() => unlocking.ask()}>
              {unlocking.label}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

type BarButtonProps = {
  icon: ReactElement
  label: string
  pressed?: boolean
  busy?: boolean
  onPress: () => void
}

const BarButton = ({ icon, label, pressed, busy, onPress }: BarButtonProps) => (
  <button
    type="button"
    className={styles.small}
    aria-pressed={pressed}
    aria-disabled={busy || undefined}
    onClick={onPress}
  >
    {icon}
    <span>{label}</span>
  </button>
)

const Study = ({ facts }: { facts: PackFacts }) => {
  const { t } = useTranslation('packs')
  const online = useIsOnline()
  const player = useAddressLayer('study')
  const download = usePackDownload(facts)
  const { status } = download.view
  /** 开始学习 was pressed before the pack was here. */
  const isWanted = useRef(false)

  const { open } = player
  useEffect(() => {
    if (!isWanted.current || status === 'running' || status === 'unknown') return
    isWanted.current = false
    if (status === 'ready') open()
  }, [status, open])

  const failed = download.view.status === 'failed' ? download.view.error : undefined
  useEffect(() => {
    if (failed !== undefined) tellFailure(failed, t('download.needsNetwork'), t('download.failed'))
  }, [failed, t])

  const fetchPack = () => {
    if (status === 'ready') showToast('info', online ? t('download.checking') : t('download.here'))
    if (status !== 'ready' || online) download.start()
  }
  const study = () => {
    if (status === 'ready') return player.open()
    isWanted.current = true
    showToast('info', t('download.thenStudy'))
    download.start()
  }
  return (
    <>
      <BarButton
        icon={<Icon name={status === 'ready' ? 'check' : 'download'} size={20} />}
        label={downloadLabel(download.view, t)}
        busy={status === 'running'}
        onPress={fetchPack}
      />
      <div className={styles.main}>
        <Button wide onClick={study}>
          {t('study')}
        </Button>
      </div>
    </>
  )
}

const downloadLabel = (view: DownloadView, t: ReturnType<typeof useTranslation<'packs'>>['t']): string => {
  if (view.status === 'running') return t('download.running', { share: formatShare(view.share) })
  return view.status === 'ready' ? t('download.done') : t('download.start')
}
