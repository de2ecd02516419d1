import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import { savesData } from '#src/device/connection.ts'
import { useBackground } from '#src/queries/background.ts'
import { useSessionState } from '#src/queries/session-state.ts'
import { createQueryClient, keepBoot } from './query-client.ts'

/** Gives each account its own client: nothing of one student is in reach of the next. */
export const AccountClient = ({ children }: { children: ReactNode }) => {
  const session = useSessionState()
  const accountId = session.status === 'signed-in' ? session.accountId : null
  const client = useMemo(() => createQueryClient(accountId), [accountId])
  useEffect(() => (accountId === null ? undefined : keepBoot(client, accountId)), [client, accountId])
  return (
    <QueryClientProvider key={accountId} client={client}>
      <Background />
      {children}
    </QueryClientProvider>
  )
}

const Background = () => {
  useBackground(savesData)
  return null
}
