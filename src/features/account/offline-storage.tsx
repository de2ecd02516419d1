import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { storageUse, type StorageUse } from '#src/device/storage-use.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { useRemoveStoredPack, useStoredPacks } from '#src/queries/packs/downloads.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { RowAction } from './row-action.tsx'
import styles from './settings.module.css'

type Packs = NonNullable<ReturnType<typeof useStoredPacks>>

/** The row 离线卡包 and its sheet: what is on this device, how much room it takes, and the way to be rid of it. */
export function OfflineStorage() {
  const { t } = useTranslation('settings')
  const packs = useStoredPacks()
  const layer = useAddressLayer('storage')
  const bytes = (packs ?? []).reduce((sum, pack) => sum + pack.bytes, 0)
  const size = formatBytes(bytes)
  const note =
    packs === undefined
      ? t('storage.counting')
      : packs.length > 0
        ? t('storage.some', { packs: packs.length, size })
        : t('storage.none')
  return (
    <>
      <ListRow
        title={t('storage.name')}
        note={note}
        renderLink={(parts) => <Link to={layer.address()} state={layer.state} {...parts} />}
      />
      <Sheet
        open={layer.value !== null}
        onClose={layer.close}
        title={t('storage.name')}
        closeLabel={t('close')}
      >
        {packs !== undefined && <Stored packs={packs} />}
      </Sheet>
    </>
  )
}

const useStorageUse = (packs: Packs): StorageUse | null => {
  const [use, setUse] = useState<StorageUse | null>(null)
  useEffect(() => {
    let isCurrent = true
    void storageUse().then((next) => {
      if (isCurrent) setUse(next)
    })
    return () => {
      isCurrent = false
    }
  }, [packs])
  return use
}

const Stored = ({ packs }: { packs: Packs }) => {
  const { t } = useTranslation('settings')
  const use = useStorageUse(packs)
  const [asked, setAsked] = useState<Packs[number]>()
  const sized = (bytes: number): string => formatBytes(bytes)
  return (
    <div className={styles.stack}>
      {use !== null && (
        <p className={styles.quiet}>
          {t('storage.total', { used: sized(use.used), allowed: sized(use.allowed) })}
        </p>
      )}
      {packs.length === 0 && (
        <EmptyState icon="download" title={t('storage.emptyTitle')} reason={t('storage.emptyReason')} />
      )}
      {packs.length > 0 && (
        <ul aria-label={t('storage.list')} className={styles.rows}>
          {packs
            .toSorted((a, b) => b.bytes - a.bytes)
            .map((pack) => (
              <li key={pack.packId}>
                <ListRow
                  title={<bdi>{pack.title}</bdi>}
                  note={t('storage.pack', { cards: pack.cardCount, size: sized(pack.bytes) })}
                  trailing={
                    <RowAction
                      aria-label={t('storage.removeName', { title: pack.title })}
                      onClick={() => setAsked(pack)}
                    >
                      {t('storage.remove')}
                    </RowAction>
                  }
                />
              </li>
            ))}
        </ul>
      )}
      <RemoveQuestion pack={asked} onClose={() => setAsked(undefined)} />
    </div>
  )
}

const RemoveQuestion = ({ pack, onClose }: { pack: Packs[number] | undefined; onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const online = useIsOnline()
  const remove = useRemoveStoredPack()
  const [isRemoving, setRemoving] = useState(false)
  const confirm = async (): Promise<void> => {
    if (pack === undefined) return
    setRemoving(true)
    try {
      await remove(pack.packId)
      showToast('success', t('storage.removed'))
      onClose()
    } catch {
      showToast('error', t('storage.failed'))
    } finally {
      setRemoving(false)
    }
  }
  return (
    <Dialog
      open={pack !== undefined}
      onClose={onClose}
      title={t('storage.removeTitle')}
      cancelLabel={t('cancel')}
      confirmLabel={t('storage.remove')}
      onConfirm={() => void confirm()}
      danger
      busy={isRemoving}
    >
      <p>{t('storage.removeBody', { title: pack?.title })}</p>
      {!online && <p>{t('storage.removeOffline')}</p>}
    </Dialog>
  )
}
