import { useRuntime } from './runtime.ts'
import { useAccountId } from './session-state.ts'

/** Takes a pack off this device until the student asks for it again; answers and progress stay. */
export const useRemoveStoredPack = () => {
  const { account } = useRuntime()
  const accountId = useAccountId()
  return async (packId: string): Promise<void> => (await account(accountId)).removePack(packId)
}
