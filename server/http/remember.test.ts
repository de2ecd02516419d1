import { describe, expect, it } from 'vitest'
import { remember } from './remember.ts'

describe('remembering a result', () => {
  const setUp = () => {
    let nowMs = 0
    let loads = 0
    const read = remember(
      1000,
      () => new Date(nowMs),
      async () => {
        loads += 1
        if (loads === 2) throw new Error('down')
        return loads
      },
    )
    return {
      read,
      at: (ms: number) => {
        nowMs = ms
      },
    }
  }

  it('loads once for callers at once and for a while after', async () => {
    const { read, at } = setUp()
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    at(999)
    expect(await read()).toBe(1)
  })

  it('loads again afterwards, and forgets a failure', async () => {
    const { read, at } = setUp()
    await read()
    at(1000)
    await expect(read()).rejects.toThrow('down')
    expect(await read()).toBe(3)
  })
})
