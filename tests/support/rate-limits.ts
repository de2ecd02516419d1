import type { TestServer } from './test-server.ts'

const dayMs = 86_400_000

/** As if a limit's key had been used so often today. */
export async function useToday(server: TestServer, key: string, count: number): Promise<void> {
  const nowMs = server.clock.now().getTime()
  await server.deps.database.db
    .insertInto('rate_limits')
    .values({ key, window_start: new Date(nowMs - (nowMs % dayMs)), count })
    .execute()
}
