import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  accountId,
  answerOf,
  given,
  newDevice,
  outboxOf,
  rowsOf,
  undoOf,
} from '#tests/support/device-facts.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import type { AccountDatabase } from './database.ts'
import { recordUndo, type GivenAnswer } from './record.ts'
import { createSafeRecorder, type EmergencySlot } from './storage-full.ts'

let database: AccountDatabase
let kept: GivenAnswer[]
let makeRoom: () => void = () => {}

const slot: EmergencySlot = {
  read: () => [...kept],
  write: (_, answers) => {
    kept = [...answers]
  },
}
const fullSlot: EmergencySlot = {
  read: () => [],
  write: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
}
const nothing = () => Promise.resolve()
const recorder = (fields: { slot?: EmergencySlot; freeSpace?: () => Promise<void> } = {}) =>
  createSafeRecorder(database, { slot, freeSpace: nothing, ...fields })

const [first, second] = [given(answerOf(1)), given(answerOf(2))]
const idsOnDisk = async () => (await outboxOf(database)).map((item) => item.id)

beforeEach(() => {
  database = newDevice()
  kept = []
})
afterEach(() => makeRoom())

describe('an answer on a full disk', () => {
  test('goes to the disk when there is room', async () => {
    expect(await recorder().record(first)).toBe('disk')
    expect(kept).toEqual([])
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
    expect(kept).toEqual([first, second])
    expect(full.waiting()).toBe(2)
  })

  test('waits in memory when the slot is full, too', async () => {
    makeRoom = fillDisk()
    const full = recorder({ slot: fullSlot })
    expect(await full.record(first)).toBe('memory')
    expect(full.waiting()).toBe(1)
    makeRoom()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id])
    expect(full.waiting()).toBe(0)
  })

  test('is taken in a slot that cannot be read any more', async () => {
    makeRoom = fillDisk()
    const broken: EmergencySlot = {
      ...slot,
      read: () => {
        if (kept.length === 0) throw new SyntaxError('not JSON')
        return kept
      },
    }
    expect(await recorder({ slot: broken }).record(first)).toBe('slot')
    expect(kept).toEqual([first])
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

  test('brings everything to the disk, in its order, and empties the slot', async () => {
    const full = await withBothInSlot()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
    expect(await rowsOf(database, 'journal')).toHaveLength(2)
    expect(kept).toEqual([])
  })

  test('does nothing more when it is repeated, or runs in two tabs at once', async () => {
    const full = await withBothInSlot()
    await Promise.all([full.rescue(), recorder().rescue(), full.rescue()])
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
  })

  test('cut short after the disk and before the slot brings nothing twice', async () => {
    const full = await withBothInSlot()
    const before = [...kept]
    await full.rescue()
    kept = before
    await recorder().rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
    expect(kept).toEqual([])
  })

  test('leaves an answer in the slot that came into it meanwhile', async () => {
    const full = await withBothInSlot()
    const third = given(answerOf(3))
    const rescuing = full.rescue()
    kept = [...kept, third]
    await rescuing
    expect(kept).toEqual([third])
    await full.rescue()
    expect(await idsOnDisk()).toHaveLength(3)
  })

  test('that fails half-way keeps what it has not brought over', async () => {
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
    expect(kept).toEqual([second])
    await full.rescue()
    expect(await idsOnDisk()).toEqual([first.answer.id, second.answer.id])
  })

  test('has nothing to do when nothing waits', async () => {
    const write = vi.spyOn(slot, 'write')
    await recorder().rescue()
    expect(write).not.toHaveBeenCalled()
  })
})

describe('taking back an answer that waits outside', () => {
  test('withdraws it: there is nothing to send', async () => {
    makeRoom = fillDisk()
    const full = recorder()
    await full.record(first)
    await full.record(second)
    expect(full.withdraw(first.answer.id)).toBe(true)
    expect(full.withdraw(first.answer.id)).toBe(false)
    makeRoom()
    await full.rescue()
    expect(await idsOnDisk()).toEqual([second.answer.id])
    expect(await recordUndo(database, undoOf(first.answer))).toBe(false)
  })

  test('knows nothing of the others', () => {
    expect(recorder().withdraw(accountId)).toBe(false)
  })
})
