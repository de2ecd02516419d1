import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountId, answerOf, given, newDevice, outboxOf, rowsOf } from '#tests/support/device-facts.ts'
import {
  accountDatabase,
  accountDatabaseName,
  readMeta,
  writeMeta,
  type AccountDatabase,
} from './database.ts'
import { recordAnswer } from './record.ts'

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
    expect(open).toHaveBeenCalledOnce()
    await lazy.close()
  })

  test('tries again when it fails once, and keeps everything', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    breakOpening(isOurs, { times: 1 })
    expect(await outboxOf(database)).toHaveLength(1)
    expect(database.wasRebuilt()).toBe(false)
  })

  test('makes a broken database anew when others open', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    breakOpening(isOurs, { times: 2 })
    expect(await outboxOf(database)).toEqual([])
    expect(database.wasRebuilt()).toBe(true)
    await recordAnswer(database, given(answerOf(2)))
    expect(await outboxOf(database)).toHaveLength(1)
  })

  test('deletes nothing while no database opens: the browser has lost its storage, not this one its data', async () => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    const opening = breakOpening(() => true)
    await expect(outboxOf(database)).rejects.toMatchObject({ name: 'UnknownError' })
    opening.mockRestore()
    expect(await outboxOf(database)).toHaveLength(1)
    expect(database.wasRebuilt()).toBe(false)
  })

  test.each(['QuotaExceededError', 'VersionError'])('deletes nothing on a %s', async (error) => {
    await recordAnswer(database, given(answerOf(1)))
    await database.close()
    const opening = breakOpening(isOurs, { error })
    await expect(outboxOf(database)).rejects.toMatchObject({ name: error })
    opening.mockRestore()
    expect(await outboxOf(database)).toHaveLength(1)
  })

  test('an older app leaves a database alone that a newer one has changed', async () => {
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
    'after %s is made anew, and the work done again',
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

describe('single values', () => {
  test('are read back, and gone when set to undefined', async () => {
    await writeMeta(database, 'dailyGoal', 30)
    expect(await readMeta(database, 'dailyGoal')).toBe(30)
    await writeMeta(database, 'dailyGoal', undefined)
    expect(await readMeta(database, 'dailyGoal')).toBeUndefined()
  })
})
