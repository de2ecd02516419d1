import { transportMessages } from '#contract/transport-messages.ts'
import { isOffline, isUnanswered, messageOf } from '#src/queries/failure.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'

type StaleNoticeProps = {
  /** Of the last try to get something newer. */
  error: unknown
  /** The worker answered in the server's place. */
  isStored?: boolean
  /** What the screen shows or lacks on a device without a network. */
  offline: string
}

/** Above what was shown before: why it may be old. Nothing while the server answers. */
export function StaleNotice({ error, isStored = false, offline }: StaleNoticeProps) {
  const online = useIsOnline()
  if (!online || isOffline(error)) return <OfflineNotice>{offline}</OfflineNotice>
  if (isUnanswered(error)) return <OfflineNotice>{messageOf(error)}</OfflineNotice>
  return isStored && <OfflineNotice>{transportMessages.network}</OfflineNotice>
}
