import { get, set, createStore } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  accountId,
  answerOf,
  given,
  idOf,
  newDevice,
  outboxOf,
  rowsOf,
  storeCards,
  totalsAt,
} from '#tests/support/device-facts.ts'
import { listAccounts, readAccount, writeAccount } from './accounts.ts'
import {
  accountDatabase,
  accountDatabaseName,
  deleteDatabase,
  readMeta,
  writeMeta,
  type AccountDatabase,
} from './database.ts'
import type { CallItem } from './schema.ts'
import { acknowledgeCall } from './sending/acknowledge.ts'
import { queryDatabaseName } from './replies/query-database.ts'
import { recordAnswer } from './record.ts'
import { finishWipes, unseal, wipeAccount } from './wipe.ts'

const ticket = { ticket: 'zt', studentId: accountId, expiresAt: '2027-01-01T00:00:00.000Z' }
const first = answerOf(1)

let database: AccountDatabase

/** A student who has studied: something in every store. */
const study = async (id: string): Promise<AccountDatabase> => {
  const own = accountDatabase(id)
  await storeCards(own, [first.cardId, idOf(78)])
  await recordAnswer(own, given(first))
  await writeMeta(own, 'totals', totalsAt(3))
  await writeMeta(own, 'dailyGoal', 30)
  await set('reply-profile', '小明', createStore(queryDatabaseName(id), 'queries'))
  await writeAccount(id, { uploadTicket: ticket })
  return own
}

const readable = async (own: AccountDatabase): Promise<string[]> => {
  const stores = await own.use((connection) =>
    Promise.all(
      [...connection.objectStoreNames]
        .filter((name) => name !== 'outbox')
        .map(async (name) => [name, await connection.getAllKeys(name)] as const),
    ),
  )
  const replies = await get('reply-profile', createStore(queryDatabaseName(own.accountId), 'queries'))
  return [
    ...stores.flatMap(([name, keys]) => keys.map((key) => `${name}/${key}`)),
    ...(replies === undefined ? [] : ['queries/reply-profile']),
  ]
}

beforeEach(async () => {
  newDevice()
  database = await study(accountId)
})
afterEach(() => vi.restoreAllMocks())

describe('a sign-out', () => {
  test('leaves nothing readable: every store is empty, the stored replies too', async () => {
    expect((await readable(database)).length).toBeGreaterThan(8)
    await wipeAccount(database)
    expect(await readable(database)).toEqual(['meta/sealed'])
  })

  test('keeps what waits to be sent, with the ticket to send it', async () => {
    expect(await wipeAccount(database)).toBe(1)
    expect(await outboxOf(database)).toMatchObject([{ id: first.id, payload: first }])
    expect(await readAccount(accountId)).toEqual({
      accountId,
      uploadTicket: ticket,
      wipePending: false,
      sealed: true,
      session: null,
    })
  })

  test('keeps the ticket and the database in use for what another one, set aside, has left to be sent', async () => {
    await writeAccount(accountId, { generation: 2, setAside: [accountDatabaseName(accountId)] })
    await database.close()
    expect(await wipeAccount(database)).toBe(1)
    expect(await readAccount(accountId)).toMatchObject({ generation: 2, setAside: [], uploadTicket: ticket })
    expect(await outboxOf(database)).toMatchObject([{ id: first.id }])
  })

  test('does not forget which database is in use: its next one would be a sealed one', async () => {
    await writeAccount(accountId, { generation: 2 })
    await database.close()
    expect(await wipeAccount(database)).toBe(0)
    expect(await readAccount(accountId)).toMatchObject({ generation: 2, uploadTicket: null })
  })

  test('holds for a database that the browser has thrown away since', async () => {
    await wipeAccount(database)
    await deleteDatabase(accountDatabaseName(accountId))
    await recordAnswer(database, given(first))
    expect(await readable(database)).toEqual(['meta/sealed'])
    expect(await outboxOf(database)).toHaveLength(1)
    await unseal(database)
    expect(await readMeta(database, 'sealed')).toBeUndefined()
  })

  test('forgets the account when nothing waits', async () => {
    const [item] = await outboxOf(database)
    await acknowledgeCall(database, item as CallItem)
    expect(await wipeAccount(database)).toBe(0)
    expect(await listAccounts()).toEqual([])
  })

  test('leaves the other students alone', async () => {
    const other = await study(idOf(1))
    await wipeAccount(database)
    expect((await readable(other)).length).toBeGreaterThan(8)
    expect(await readAccount(idOf(1))).toMatchObject({ wipePending: false })
  })

  test('waits for no other tab that has the databases open', async () => {
    const otherTab = accountDatabase(accountId)
    await outboxOf(otherTab)
    await wipeAccount(database)
    expect(await readable(otherTab)).toEqual(['meta/sealed'])
  })

  test('loses no answer that another tab gives at the same moment, and shows nothing of it', async () => {
    const otherTab = accountDatabase(accountId)
    const second = answerOf(2)
    await Promise.all([wipeAccount(database), recordAnswer(otherTab, given(second))])
    await recordAnswer(otherTab, given(answerOf(3)))
    expect((await outboxOf(database)).map((item) => item.id)).toEqual([first.id, second.id, idOf(3)])
    expect(await readable(database)).toEqual(['meta/sealed'])
  })
})

describe('a sign-out that was cut short', () => {
  const cutShort = async (): Promise<void> => {
    const clear = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('the tab is gone', 'UnknownError')
    })
    await expect(wipeAccount(database)).rejects.toThrow()
    clear.mockRestore()
  }

  test('is marked, and ended at the next start', async () => {
    await cutShort()
    expect((await readable(database)).length).toBeGreaterThan(8)
    expect(await finishWipes()).toEqual([accountId])
    expect(await readable(database)).toEqual(['meta/sealed'])
    expect(await outboxOf(database)).toHaveLength(1)
    expect(await finishWipes()).toEqual([])
  })

  test('is ended, too, when the same student signs in before that', async () => {
    await cutShort()
    await unseal(database)
    expect(await readable(database)).toEqual([])
    expect(await finishWipes()).toEqual([])
  })

  test('touches no other account', async () => {
    const other = await study(idOf(1))
    await cutShort()
    await finishWipes()
    expect((await readable(other)).length).toBeGreaterThan(8)
  })
})

describe('the next sign-in', () => {
  test('opens the account for new answers', async () => {
    await wipeAccount(database)
    await unseal(database)
    expect(await readMeta(database, 'sealed')).toBeUndefined()
    await recordAnswer(database, given(answerOf(2)))
    expect(await rowsOf(database, 'journal')).toHaveLength(1)
    expect(await outboxOf(database)).toHaveLength(2)
  })

  test('changes nothing for who was signed in all along', async () => {
    const before = await readable(database)
    await unseal(database)
    expect(await readable(database)).toEqual(before)
  })
})
