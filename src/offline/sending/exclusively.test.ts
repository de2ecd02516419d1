import { beforeEach, describe, expect, test } from 'vitest'
import { createDeviceLocks } from '#tests/support/device-locks.ts'
import { accountId, newDevice } from '#tests/support/device-facts.ts'
import { accountDatabase, readMeta, writeMeta, type AccountDatabase } from '../database.ts'
import { exclusively } from './exclusively.ts'

const leaseMs = 12_000

let database: AccountDatabase
let nowMs: number

beforeEach(() => {
  database = newDevice()
  nowMs = 1_000_000
})

/** Work that lasts until the test ends it. */
const lasting = () => {
  let begin: () => void = () => {}
  let end: () => void = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const ending = new Promise<void>((resolve) => (end = resolve))
  return {
    begun,
    end: () => end(),
    work: async () => {
      begin()
      await ending
    },
  }
}

const now = (): number => nowMs
const nothing = (): Promise<void> => Promise.resolve()

describe('with Web Locks', () => {
  const locks = createDeviceLocks()
  const as = (tab: object) => ({ owner: 'o', now, locks: locks.of(tab) })
  const [first, second] = [{}, {}]

  test('one works, the other is sent away at once', async () => {
    const job = lasting()
    const working = exclusively(database, job.work, as(first))
    await job.begun
    expect(await exclusively(database, nothing, as(second))).toBe(false)
    job.end()
    expect(await working).toBe(true)
    expect(await exclusively(database, nothing, as(second))).toBe(true)
  })

  test('accounts do not wait for each other', async () => {
    const job = lasting()
    const working = exclusively(database, job.work, as(first))
    await job.begun
    expect(await exclusively(accountDatabase('another'), nothing, as(second))).toBe(true)
    job.end()
    await working
  })

  test('the lock of a dead tab is free', async () => {
    const job = lasting()
    void exclusively(database, job.work, as(first))
    await job.begun
    locks.release(first)
    expect(await exclusively(database, nothing, as(second))).toBe(true)
  })

  test('a failure of the work frees the lock and is passed on', async () => {
    await expect(exclusively(database, () => Promise.reject(new Error('broken')), as(first))).rejects.toThrow(
      'broken',
    )
    expect(await exclusively(database, nothing, as(second))).toBe(true)
  })
})

describe('with a lease alone', () => {
  const as = (owner: string) => ({ owner, now, locks: undefined })

  test('one works, the other is sent away at once', async () => {
    const job = lasting()
    const working = exclusively(database, job.work, as('first'))
    await job.begun
    expect(await exclusively(database, nothing, as('second'))).toBe(false)
    job.end()
    expect(await working).toBe(true)
    expect(await readMeta(database, 'lease')).toBeUndefined()
  })

  test('the lease of a dead holder ends by itself', async () => {
    const job = lasting()
    void exclusively(database, job.work, as('first'))
    await job.begun
    nowMs += leaseMs - 1
    expect(await exclusively(database, nothing, as('second'))).toBe(false)
    nowMs += 1
    expect(await exclusively(database, nothing, as('second'))).toBe(true)
  })

  test('each step prolongs it, so that slow work keeps it', async () => {
    const kept: boolean[] = []
    const slow = async (stillMine: () => Promise<boolean>) => {
      for (let step = 0; step < 3; step += 1) {
        nowMs += leaseMs - 1
        kept.push(await stillMine())
      }
      expect(await exclusively(database, nothing, as('second'))).toBe(false)
    }
    expect(await exclusively(database, slow, as('first'))).toBe(true)
    expect(kept).toEqual([true, true, true])
  })

  test('a holder who slept too long learns that another has taken over, and leaves that one’s lease alone', async () => {
    const other = lasting()
    const sleepy = async (stillMine: () => Promise<boolean>) => {
      nowMs += leaseMs
      const working = exclusively(database, other.work, as('second'))
      await other.begun
      expect(await stillMine()).toBe(false)
      void working
    }
    await exclusively(database, sleepy, as('first'))
    expect(await readMeta(database, 'lease')).toMatchObject({ owner: 'second' })
    other.end()
  })

  test('a lease of a clock that has been put back since holds no one up', async () => {
    await writeMeta(database, 'lease', { owner: accountId, expiresAt: nowMs + 3_600_000 })
    expect(await exclusively(database, nothing, as('first'))).toBe(true)
  })

  test('a failure of the work frees the lease and is passed on', async () => {
    await expect(
      exclusively(database, () => Promise.reject(new Error('broken')), as('first')),
    ).rejects.toThrow('broken')
    expect(await readMeta(database, 'lease')).toBeUndefined()
  })
})
