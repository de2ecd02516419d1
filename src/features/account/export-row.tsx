import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import words from '#src/i18n/zh-CN/security.json'
import { isInWeChat } from '#src/device/host-app.ts'
import { saveFile } from '#src/device/save-file.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useExport } from '#src/queries/export.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { securityQuery } from '#src/queries/security.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { TextSkeleton } from '#src/ui/skeleton.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { ProofGate } from './proof/proof-gate.tsx'
import { useOnlineAction } from './use-online-action.ts'
import styles from './security.module.css'
import { Asked } from '#src/parts/asked.tsx'

addMessages('security', words)

const noticeMs = 5000

/** Everything that is held about the student, as one file, for a student who proves that it is theirs. */
export function ExportRow() {
  const { t } = useTranslation('settings')
  const { t: security } = useTranslation('security')
  const sheet = useAddressLayer('export')
  const whenOnline = useOnlineAction()
  const open = (): void => {
    if (isInWeChat()) return showToast('info', t('export.wechat'), noticeMs)
    sheet.open()
  }
  return (
    <>
      <ListRow
        leading={<Icon name="download" size={20} />}
        title={t('export.name')}
        note={t('export.note')}
        onPress={() => whenOnline(open)}
      />
      <Sheet
        open={sheet.value !== null && !isInWeChat()}
        onClose={sheet.close}
        title={t('export.title')}
        closeLabel={security('close')}
      >
        <Export onDone={sheet.close} />
      </Sheet>
    </>
  )
}

/** Nothing is saved by halves. */
const Export = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('settings')
  const { t: security } = useTranslation('security')
  const { api } = useRuntime()
  const { mutate, isPending, share, error } = useExport()
  const start = (): void =>
    mutate(undefined, {
      onSuccess: (data) => {
        saveFile(
          `zhika-${data.exportedAt.slice(0, 10)}.json`,
          'application/json',
          JSON.stringify(data, null, 2),
        )
        showToast('success', t('export.done'))
        onDone()
      },
    })
  return (
    <Asked
      query={useQuery(securityQuery(api))}
      skeleton={<TextSkeleton lines={3} />}
      failed={security('failed')}
    >
      {(account) => (
        <ProofGate security={account}>
          <div className={styles.stack}>
            <p className={styles.quiet} role="status">
              {isPending ? t('export.running', { percent: Math.round(share * 100) }) : t('export.note')}
            </p>
            <FailureNote error={error} />
            <Button wide busy={isPending} onClick={start}>
              {t('export.start')}
            </Button>
          </div>
        </ProofGate>
      )}
    </Asked>
  )
}
