import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  accountId,
  answerOf,
  given,
  newDevice,
  outboxOf,
  recordReply,
  rowsOf,
  undoOf,
} from '#tests/support/device-facts.ts'
import { placeOf } from '#tests/support/text-place.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { accountDatabaseName, deleteDatabase, readMeta, type AccountDatabase } from './database.ts'
import { unseal, wipeAccount } from './wipe.ts'
import type { AnswerItem } from './schema.ts'
import { acknowledge } from './sending/acknowledge.ts'
import { recordUndo } from './record.ts'
import { createSafeRecorder } from './safe-recorder.ts'
import type { SecondPlace } from './unsent.ts'

let database: AccountDatabase
let kept: Map<string, string>
let makeRoom: () => void = () => {}

const fullPlace: SecondPlace = {
  keys: () => [],
  read: () => null,
  write: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  remove: () => {},
}
const nothing = () => Promise.resolve()
const recorder = (fields: { secondPlace?: SecondPlace; freeSpace?: () => Promise<void> } = {}) =>
  createSafeRecorder(database, { secondPlace: placeOf(kept), freeSpace: nothing, ...fields })

const [first, second] = [given(answerOf(1)), given(answerOf(2))]
const idsKept = () => [...kept.keys()].map((key) => key.slice(key.lastIndexOf(':') + 1))
const idsOnDisk = async () => (await outboxOf(database)).map((item) => item.id)

beforeEach(() => {
  database = newDevice()
  kept = new Map()
})
afterEach(() => makeRoom())

describe('an answer on a full disk', () => {
  test('goes to the disk when there is room', async () => {
    expect(await recorder().record(first)).toBe('disk')
    expect(await idsOnDisk()).toEqual([first.answer.id])
  })

  test('makes room by throwing away what can be fetched again', async () => {
    makeRoom = fillDisk()
    const freeSpace = vi.fn(() => Promise.resolve(makeRoom()))
    expect(await recorder({ freeSpace }).record(first)).toBe('disk')
    expect(freeSpace).toHaveBeenCalledOnce()
    expect(await idsOnDisk()).toEqual([first.answer.id])
  })

  test('waits in the emergency slot when no room can be made', async () => {
    makeRoom = fillDisk()
    const full = recorder({ freeSpace: () => Promise.reject(new Error('nothing to free')) })
    expect(await full.record(first)).toBe('slot')
    expect(await full.record(second)).toBe('slot')
    expect(idsKept()).toEqual([first.answer.id, second.answer.id])
    expect(full.waiting()).toBe(2)
  })

  test('waits in memory when the slot is full, too', async () => {
    makeRoom = fillDisk()
    const full = recorder({ secondPlace: fullPlace })
    expect(await full.record(first)).toBe('memory')
    expect(full.waiting()).toBe(1)
    makeRoom()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id])
    expect(full.waiting()).toBe(0)
  })

  test('is taken in beside an entry that cannot be read any more', async () => {
    makeRoom = fillDisk()
    kept.set(`zhika_unsent:${accountId}:half`, '{"packId":')
    const full = recorder()
    expect(await full.record(first)).toBe('slot')
    makeRoom()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id])
  })

  test('that an older app kept in its own place is taken over', async () => {
    kept.set(`zhika_emergency:${accountId}`, JSON.stringify([first]))
    await recorder().rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id])
    expect(kept.has(`zhika_emergency:${accountId}`)).toBe(false)
  })
})

describe('the rescue', () => {
  const withBothInSlot = async () => {
    makeRoom = fillDisk()
    const full = recorder()
    await full.record(first)
    await full.record(second)
    makeRoom()
    return full
  }

  test('brings everything to the disk, in its order', async () => {
    const full = await withBothInSlot()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
    expect(await rowsOf(database, 'journal')).toHaveLength(2)
  })

  test('does nothing more when it is repeated, or runs in two tabs at once', async () => {
    const full = await withBothInSlot()
    await Promise.all([full.rescue(), recorder().rescue(), full.rescue()])
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
    expect((await rowsOf(database, 'days'))[0]?.answers).toBe(2)
  })

  test('that fails half-way brings the rest over later', async () => {
    const full = await withBothInSlot()
    const originalAdd = IDBObjectStore.prototype.add
    let adds = 0
    IDBObjectStore.prototype.add = function add(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      adds += 1
      if (adds > 2) throw new DOMException('full', 'QuotaExceededError')
      return originalAdd.apply(this, args)
    }
    await expect(full.rescue()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    IDBObjectStore.prototype.add = originalAdd
    expect(full.waiting()).toBe(1)
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
  })

  test('brings back what a cleared database has lost: an answer, and the undo of another', async () => {
    const before = recorder()
    await before.record(first)
    await before.record(second)
    await before.undo(undoOf(second.answer))
    await database.close()
    database = newDevice()
    await recorder().rescue()
    expect((await idsOnDisk()).sort()).toEqual(
      [first.answer.id, second.answer.id, undoOf(second.answer).id].sort(),
    )
    expect((await rowsOf(database, 'days'))[0]?.answers).toBe(1)
  })

  test('brings nothing back that has been sent, and what has been sent is kept nowhere else', async () => {
    const before = recorder()
    await before.record(first)
    await before.record(second)
    const [sent] = await outboxOf(database)
    await acknowledge(database, [sent as AnswerItem], recordReply([first.answer.id]), '1')
    // The page died before it could drop the second place.
    await recorder().rescue()
    expect(await idsOnDisk()).toEqual([second.answer.id])
    expect(idsKept()).toEqual([second.answer.id])
    await before.forgetSent()
    expect(idsKept()).toEqual([second.answer.id])
  })
})

describe('a database that the browser throws away under the open page', () => {
  const loseDatabase = async (): Promise<void> => {
    await deleteDatabase(accountDatabaseName(accountId))
    await outboxOf(database)
  }

  test('costs no answer: what it did not know to be sent comes back', async () => {
    const page = recorder()
    await page.record(first)
    await loseDatabase()
    await page.record(second)
    const [sent] = await outboxOf(database)
    await acknowledge(database, [sent as AnswerItem], recordReply([second.answer.id]), '1')
    await page.forgetSent()
    expect(idsKept()).toEqual([first.answer.id])
    expect(page.waiting()).toBe(1)
    await page.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id])
  })

  test('costs no undo either, though the answer may have been sent before', async () => {
    const page = recorder()
    await page.record(first)
    await loseDatabase()
    await page.forgetSent()
    expect(await page.undo(undoOf(first.answer))).toBe(true)
    await page.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, undoOf(first.answer).id])
  })
})

test('an answer of before a sign-out that is sent after it is not taken for lost', async () => {
  await recorder().record(first)
  await wipeAccount(database)
  await unseal(database)
  const page = recorder()
  await page.rescue()
  const [sent] = await outboxOf(database)
  await acknowledge(database, [sent as AnswerItem], recordReply([first.answer.id]), '1')
  await recorder().rescue()
  expect(await idsOnDisk()).toEqual([])
  await page.forgetSent()
  expect(idsKept()).toEqual([])
  expect(page.waiting()).toBe(0)
  expect(await readMeta(database, 'sent')).toEqual([])
})

describe('taking back an answer that waits outside', () => {
  test('withdraws it: there is nothing to send', async () => {
    makeRoom = fillDisk()
    const full = recorder()
    await full.record(first)
    await full.record(second)
    expect(await full.undo(undoOf(first.answer))).toBe(true)
    await expect(full.undo(undoOf(first.answer))).resolves.toBe(false)
    makeRoom()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([second.answer.id])
    expect(await recordUndo(database, undoOf(first.answer))).toBe(false)
  })

  test('knows nothing of the others', async () => {
    expect(await recorder().undo(undoOf(first.answer))).toBe(false)
  })
})
