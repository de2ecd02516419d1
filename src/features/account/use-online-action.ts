import { useTranslation } from 'react-i18next'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'

/** Does what needs the network, or says that it does: nothing is begun that cannot be ended. */
export function useOnlineAction(): (action: () => void) => void {
  const { t } = useTranslation('security')
  const online = useIsOnline()
  return (action) => (online ? action() : showToast('warn', t('needsNetwork')))
}
