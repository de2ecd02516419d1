import { expect, test, vi } from 'vitest'
import { newDevice } from '#tests/support/device-facts.ts'
import type { AccountDatabase } from './database.ts'
import { comeBack, leave } from './leaving.ts'

const read = (database: AccountDatabase): Promise<void> =>
  database.use((connection) => connection.transaction('outbox').done)

test('a page that is left closes the connections that are open, and knows nothing of those closed before', async () => {
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  const database = newDevice()
  for (let time = 0; time < 3; time += 1) {
    await read(database)
    await database.close()
  }
  await read(database)
  close.mockClear()
  leave(true)
  comeBack()
  expect(close).toHaveBeenCalledOnce()
})
