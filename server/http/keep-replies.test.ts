import { describe, expect, it } from 'vitest'
import { keepReplies } from './keep-replies.ts'

const setUp = (forMs?: number) => {
  const source = { change: 'a', value: 1, fails: false, changeReads: 0, loads: 0 }
  let nowMs = 1_000_000
  const keep = keepReplies<{ value: number }>({
    clock: () => new Date(nowMs),
    readChange: async () => {
      source.changeReads += 1
      return source.change
    },
    ...(forMs !== undefined && { forMs }),
  })
  const read = (key = '') =>
    keep(key, async () => {
      source.loads += 1
      if (source.fails) throw new Error('down')
      return { value: source.value }
    })
  return { source, read, advance: (ms: number) => (nowMs += ms) }
}

describe('kept replies', () => {
  it('are read once for all who come together, and for each key', async () => {
    const { source, read } = setUp()
    await Promise.all([read(), read(), read('other')])
    expect([source.loads, source.changeReads]).toEqual([2, 1])
  })

  it('follow a change after two seconds, under another version', async () => {
    const { source, read, advance } = setUp()
    const before = await read()
    Object.assign(source, { change: 'b', value: 2 })
    advance(1999)
    expect(await read()).toBe(before)
    advance(1)
    const after = await read()
    expect(after.data).toEqual({ value: 2 })
    expect(after.version).not.toBe(before.version)
  })

  it('are read again once they are too old, though nothing of them changed at once', async () => {
    const { source, read, advance } = setUp(60_000)
    await read()
    source.value = 2
    advance(59_999)
    expect((await read()).data).toEqual({ value: 1 })
    advance(1)
    expect((await read()).data).toEqual({ value: 2 })
  })

  it('stay the same object where they read the same', async () => {
    const { source, read, advance } = setUp(60_000)
    const before = await read()
    source.change = 'b'
    advance(60_000)
    expect((await read()).data).toBe(before.data)
    expect(source.loads).toBe(2)
  })

  it('do not keep a failure', async () => {
    const { source, read } = setUp()
    source.fails = true
    await expect(read()).rejects.toThrow('down')
    source.fails = false
    expect((await read()).data).toEqual({ value: 1 })
  })
})
