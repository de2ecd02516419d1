import { useTranslation } from 'react-i18next'
import { refusalDisplay } from '#src/queries/sync/refusals.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import type { QueuedCall } from '#src/queries/sync/waiting-calls.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { tell } from './tell-failure.ts'

/** `kept`: it waits on the device. `lost`: the device did not take it. */
export type ChangeResult = 'sent' | 'kept' | 'refused' | 'lost'

type ChangeWords = {
  /** Said once the server has said it; without it the change shows for itself. */
  done?: string
  /** The form says by itself what the server declined. */
  tellsRefusal?: boolean
}

/**
 * Makes a change that is kept on the device, and reports what became of it: success only after the server has said so,
 * its own words when it declined.
 */
export function useChange() {
  const { t } = useTranslation()
  const online = useIsOnline()
  return async (queue: () => Promise<QueuedCall>, words: ChangeWords = {}): Promise<ChangeResult> => {
    const call = await queue().catch(() => null)
    if (call === null) {
      showToast('error', t('change.notKept'))
      return 'lost'
    }
    const outcome = await call.outcome
    if (outcome.status === 'refused') {
      if (words.tellsRefusal !== true) tell(refusalDisplay(outcome))
      return 'refused'
    }
    if (outcome.status === 'sent') {
      if (words.done !== undefined) showToast('success', words.done)
      return 'sent'
    }
    if (words.done !== undefined) showToast('info', t(online ? 'change.later' : 'change.offline'))
    return 'kept'
  }
}
