import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/security.ts'
import { formatInstant } from '#src/lib/format-instant.ts'
import { Asked } from '#src/parts/asked.tsx'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useRuntime } from '#src/queries/runtime.ts'
import { devicesQuery, useSignOutDevice } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { RowAction } from './row-action.tsx'
import { useOnlineAction } from './use-online-action.ts'
import styles from './security.module.css'

/** Where the account is signed in; each of them but this one can be signed out from here. */
export function DeviceList() {
  const { t } = useTranslation('security')
  const { api } = useRuntime()
  return (
    <Section title={t('devices.section')}>
      <Asked
        query={useQuery(devicesQuery(api))}
        skeleton={<RowsSkeleton count={2} />}
        failed={t('devices.failed')}
      >
        {(devices) => <Devices devices={devices} />}
      </Asked>
    </Section>
  )
}

/** Which sign-out is asked about. */
type Asked = { device: Device | null }

const Devices = ({ devices }: { devices: readonly Device[] }) => {
  const { t } = useTranslation('security')
  const [asked, setAsked] = useState<Asked>()
  const whenOnline = useOnlineAction()
  // This device first, then by last use as the server has it.
  const ordered = devices.toSorted((a, b) => Number(b.current) - Number(a.current))
  const nameOf = (device: Device): string => device.name || t('devices.unnamed')
  return (
    <div className={styles.stack}>
      <Surface kind="rows">
        {ordered.map((device) => (
          <ListRow
            key={device.id}
            leading={<MoreIcon name="phone" size={20} />}
            title={<bdi>{nameOf(device)}</bdi>}
            note={t('devices.seen', { at: formatInstant(device.lastSeenAt) })}
            trailing={
              device.current ? (
                <span className={styles.current}>{t('devices.current')}</span>
              ) : (
                <RowAction
                  aria-label={t('devices.outName', { device: nameOf(device) })}
                  onClick={() => whenOnline(() => setAsked({ device }))}
                >
                  {t('devices.out')}
                </RowAction>
              )
            }
          />
        ))}
      </Surface>
      {devices.length > 1 ? (
        <Button kind="secondary" wide onClick={() => whenOnline(() => setAsked({ device: null }))}>
          {t('devices.others')}
        </Button>
      ) : (
        <p className={styles.quiet}>{t('devices.only')}</p>
      )}
      <SignOutQuestion
        asked={asked}
        name={asked?.device ? nameOf(asked.device) : ''}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

type SignOutQuestionProps = { asked: Asked | undefined; name: string; onClose: () => void }

const SignOutQuestion = ({ asked, name, onClose }: SignOutQuestionProps) => {
  const { t } = useTranslation('security')
  const signOut = useSignOutDevice()
  const isOne = asked?.device != null
  const close = (): void => {
    signOut.reset()
    onClose()
  }
  return (
    <Dialog
      open={asked !== undefined}
      onClose={close}
      title={t(isOne ? 'devices.outTitle' : 'devices.othersTitle')}
      cancelLabel={t('cancel')}
      confirmLabel={t('devices.confirm')}
      onConfirm={() =>
        signOut.mutate(asked?.device?.id ?? null, {
          onSuccess: () => {
            close()
            showToast('success', t(isOne ? 'devices.done' : 'devices.othersDone'))
          },
        })
      }
      danger
      busy={signOut.isPending}
    >
      <p>{isOne ? t('devices.outBody', { device: name }) : t('devices.othersBody')}</p>
      <FailureNote error={signOut.error} />
    </Dialog>
  )
}
