import { useTranslation } from 'react-i18next'
import { isInWeChat } from '#src/device/host-app.ts'
import { saveFile } from '#src/device/save-file.ts'
import { useExport } from '#src/queries/export.ts'
import { messageOf } from '#src/queries/failure.ts'
import { Icon } from '#src/ui/icons.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { useOnlineAction } from './use-online-action.ts'

const noticeMs = 5000

/** Everything that is held about the student, as one file; nothing is saved by halves. */
export const ExportRow = () => {
  const { t } = useTranslation('settings')
  const { mutate, isPending, share } = useExport()
  const whenOnline = useOnlineAction()
  const start = (): void => {
    if (isPending) return
    if (isInWeChat()) return showToast('info', t('export.wechat'), noticeMs)
    mutate(undefined, {
      onSuccess: (data) => {
        saveFile(
          `zhika-${data.exportedAt.slice(0, 10)}.json`,
          'application/json',
          JSON.stringify(data, null, 2),
        )
        showToast('success', t('export.done'))
      },
      onError: (error) => showToast('error', messageOf(error)),
    })
  }
  return (
    <ListRow
      leading={<Icon name="download" size={20} />}
      title={t('export.name')}
      note={
        <span role="status">
          {isPending ? t('export.running', { percent: Math.round(share * 100) }) : t('export.note')}
        </span>
      }
      onPress={() => whenOnline(start)}
    />
  )
}
