import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountId, answerOf, given, idOf, newDevice, outboxOf, rowsOf } from '#tests/support/device-facts.ts'
import {
  accountDatabase,
  accountDatabaseName,
  readMeta,
  writeMeta,
  type AccountDatabase,
} from './database.ts'
import { readAccount } from './accounts.ts'
import { comeBack, leave } from './leaving.ts'
import { recordAnswer } from './record.ts'
import { salvage } from './salvage.ts'

let database: AccountDatabase

beforeEach(() => {
  database = newDevice()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await database.close()
})

/** Opening fails for these databases, that many times. */
const breakOpening = (
  isBroken: (name: string) => boolean,
  { times = Infinity, error = 'UnknownError' } = {},
) => {
  const open = indexedDB.open.bind(indexedDB)
  let left = times
  return vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (!isBroken(name) || left <= 0) return open(name, version)
    left -= 1
    throw new DOMException('Internal error opening backing store', error)
  })
}
const isOurs = (name: string): boolean => name === accountDatabaseName(accountId)

describe('opening the database of an account', () => {
  test('waits for the first use, then opens once', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const lazy = accountDatabase(accountId)
    expect(open).not.toHaveBeenCalled()
    await Promise.all([outboxOf(lazy), rowsOf(lazy, 'states'), outboxOf(lazy)])
    expect(open.mock.calls.filter(([name]) => isOurs(name))).toHaveLength(1)
    await lazy.close()
  })

  test('tries again when it fails once, and keeps everything', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    breakOpening(isOurs, { times: 1 })
    expect(await outboxOf(database)).toHaveLength(1)
  })

  test('goes on with another one when it stays broken, reports it, and deletes nothing', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    const onSetAside = vi.fn()
    const deleted = vi.spyOn(indexedDB, 'deleteDatabase')
    const opening = breakOpening(isOurs)
    const other = accountDatabase(accountId, { onSetAside, retryAfterMs: [1, 1] })
    expect(await outboxOf(other)).toEqual([])
    expect(onSetAside).toHaveBeenCalledOnce()
    await recordAnswer(other, given(answerOf(2)))
    expect(deleted).not.toHaveBeenCalled()

    await salvage(other)
    expect(await outboxOf(other), 'it does not open yet').toHaveLength(1)
    opening.mockRestore()
    await Promise.all([salvage(other), salvage(other)])
    expect((await outboxOf(other)).map((item) => item.id).sort()).toEqual([idOf(1), idOf(2)])
    expect(await rowsOf(other, 'journal')).toHaveLength(2)
    expect((await readAccount(accountId))?.setAside).toEqual([])
    const names = (await indexedDB.databases()).map(({ name }) => name)
    expect(names).not.toContain(accountDatabaseName(accountId))
    await other.close()
  })

  test('deletes nothing while no database opens: the browser has lost its storage, not this one its data', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    const opening = breakOpening(() => true)
    await expect(outboxOf(database)).rejects.toMatchObject({ name: 'UnknownError' })
    opening.mockRestore()
    expect(await outboxOf(database)).toHaveLength(1)
  })

  test.each(['QuotaExceededError', 'VersionError'])('deletes nothing on a %s', async (error) => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    const opening = breakOpening(isOurs, { error })
    await expect(outboxOf(database)).rejects.toMatchObject({ name: error })
    opening.mockRestore()
    expect(await outboxOf(database)).toHaveLength(1)
  })

  test('an older app works on a database to which a newer one has added something', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    const newer = indexedDB.open(accountDatabaseName(accountId), 99)
    newer.addEventListener('upgradeneeded', () => newer.result.createObjectStore('of the newer one'))
    await new Promise((resolve) => newer.addEventListener('success', resolve))
    newer.result.close()
    await recordAnswer(database, given(answerOf(2)))
    expect(await outboxOf(database)).toHaveLength(2)
    expect((await indexedDB.databases()).map(({ version }) => version)).toContain(99)
  })

  test('an older app leaves a database alone from which a newer one has taken something', async () => {
    const newer = indexedDB.open(accountDatabaseName(accountId), 99)
    await new Promise((resolve) => newer.addEventListener('success', resolve))
    newer.result.close()
    await expect(outboxOf(database)).rejects.toMatchObject({ name: 'VersionError' })
    expect((await indexedDB.databases()).map(({ version }) => version)).toContain(99)
  })
})

describe('a lost connection', () => {
  const lose = (name: string) => new DOMException('Connection to Indexed Database server lost', name)

  test.each(['UnknownError', 'InvalidStateError', 'AbortError'])(
    'after %s is made again, and the work repeated',
    async (name) => {
      let tries = 0
      const result = await database.use(async (connection) => {
        tries += 1
        if (tries === 1) throw lose(name)
        return connection.count('outbox')
      })
      expect([result, tries]).toEqual([0, 2])
    },
  )

  test('that stays lost is an error, not a loop', async () => {
    let tries = 0
    const work = () => {
      tries += 1
      return Promise.reject(lose('UnknownError'))
    }
    await expect(database.use(work)).rejects.toThrow('lost')
    expect(tries).toBe(2)
  })

  test('is not what a mistake of the work looks like', async () => {
    let tries = 0
    const work = () => {
      tries += 1
      return Promise.reject(new TypeError('mistake'))
    }
    await expect(database.use(work)).rejects.toThrow('mistake')
    expect(tries).toBe(1)
  })

  test('lets no work fail that runs at the same time', async () => {
    let lost = 2
    const fragile = () =>
      database.use(async (connection) => {
        if (lost > 0) {
          lost -= 1
          connection.close()
        }
        return connection.count('outbox')
      })
    expect(await Promise.all([fragile(), fragile(), fragile()])).toEqual([0, 0, 0])
  })

  test('gives way to a newer app that wants to change the database', async () => {
    await outboxOf(database)
    const newer = indexedDB.open(accountDatabaseName(accountId), 2)
    await new Promise((resolve) => newer.addEventListener('success', resolve))
    expect(newer.result.version).toBe(2)
    newer.result.close()
  })
})

const openPastTheApp = (): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const request = indexedDB.open(accountDatabaseName(accountId))
    request.addEventListener('success', () => resolve(request.result))
  })

describe('a database that is silent', () => {
  /** Holds the lock of a store for as long as it is asked to. */
  const holdLock = async () => {
    const held = await openPastTheApp()
    const tx = held.transaction('outbox', 'readwrite')
    let isHeld = true
    const spin = () => {
      if (isHeld) tx.objectStore('outbox').count().addEventListener('success', spin)
    }
    spin()
    return () => {
      isHeld = false
      held.close()
    }
  }

  test('is given up, tried once on a new connection, then fails; and works again when it can', async () => {
    database = accountDatabase(accountId, { patienceMs: 500, shortPatienceMs: 500 })
    await outboxOf(database)
    const release = await holdLock()
    await expect(recordAnswer(database, given(answerOf(1)))).rejects.toMatchObject({ name: 'StuckError' })
    release()
    await recordAnswer(database, given(answerOf(3)))
    expect((await outboxOf(database)).map((item) => item.id)).toContain(idOf(3))
  })
})

describe('a page that is left', () => {
  let isLeft = true
  afterEach(comeBack)

  /** By a transaction that waits for the lock of another that writes. */
  const rowsPastTheApp = (connection: IDBDatabase): Promise<unknown[]> =>
    new Promise((resolve) => {
      const request = connection.transaction('outbox', 'readwrite').objectStore('outbox').getAll()
      request.addEventListener('success', () => resolve(request.result))
    })

  test('begins nothing, and takes back what is under way: it is done when the page is here again', async () => {
    await outboxOf(database)
    const otherTab = await openPastTheApp()
    let isBegun = false
    const recorded = database.use(async (connection) => {
      const tx = connection.transaction('outbox', 'readwrite')
      isBegun = true
      tx.done.catch(() => undefined)
      // It would hold the lock for as long as the page is frozen.
      const hold = async (): Promise<void> => {
        await tx.store.count()
        if (isLeft) await hold()
      }
      await hold()
      await tx.done
    })
    await expect.poll(() => isBegun).toBe(true)
    leave(true)
    const open = vi.spyOn(indexedDB, 'open')
    const later = recordAnswer(database, given(answerOf(1)))
    const rows = await rowsPastTheApp(otherTab)
    expect(rows, 'the lock is free, and nothing has been written').toEqual([])
    expect(open).not.toHaveBeenCalled()
    isLeft = false
    comeBack()
    await Promise.all([recorded, later])
    expect(await outboxOf(database)).toHaveLength(1)
  })
})

describe('single values', () => {
  test('are read back, and gone when set to undefined', async () => {
    await writeMeta(database, 'dailyGoal', 30)
    expect(await readMeta(database, 'dailyGoal')).toBe(30)
    await writeMeta(database, 'dailyGoal', undefined)
    expect(await readMeta(database, 'dailyGoal')).toBeUndefined()
  })
})
