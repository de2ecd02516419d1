import { describe, expect, it } from 'vitest'
import { makeOnce, remember, rememberByKey } from './remember.ts'

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

describe('remembering by key', () => {
  const createLibrary = (found: Record<string, string>) => {
    const asked: string[] = []
    let nowMs = 1_000_000
    const read = rememberByKey(
      async (key) => {
        asked.push(key)
        if (found[key] === 'broken') throw new Error('the database is away')
        return found[key]
      },
      { forMs: 2000, max: 2, clock: () => new Date(nowMs) },
    )
    return { read, asked, advance: (ms: number) => (nowMs += ms) }
  }

  it('asks once for all who come together, and again when the time is over', async () => {
    const { read, asked, advance } = createLibrary({ a: '1' })
    expect(await Promise.all([read('a'), read('a')])).toEqual(['1', '1'])
    advance(1999)
    await read('a')
    expect(asked).toEqual(['a'])
    advance(2)
    await read('a')
    expect(asked).toEqual(['a', 'a'])
  })

  it('keeps neither a failure nor an absence', async () => {
    const found: Record<string, string> = { a: 'broken' }
    const { read } = createLibrary(found)
    await expect(read('a')).rejects.toThrow('away')
    expect(await read('b')).toBeUndefined()
    Object.assign(found, { a: '1', b: '2' })
    expect([await read('a'), await read('b')]).toEqual(['1', '2'])
  })

  it('keeps no more keys than its limit', async () => {
    const { read, asked } = createLibrary({ a: '1', b: '2', c: '3' })
    for (const key of ['a', 'b', 'c', 'a']) await read(key)
    expect(asked).toEqual(['a', 'b', 'c', 'a'])
  })
})

describe('making once', () => {
  it('makes a thing once for all who ask, each key by itself', async () => {
    const made: Partial<Record<'br' | 'gzip', Promise<string>>> = {}
    let count = 0
    const make = async (): Promise<string> => `number ${(count += 1)}`
    const asked = [makeOnce(made, 'br', make), makeOnce(made, 'br', make), makeOnce(made, 'gzip', make)]
    expect(await Promise.all(asked)).toEqual(['number 1', 'number 1', 'number 2'])
    expect(await makeOnce(made, 'br', make)).toBe('number 1')
  })

  it('does not keep a failure', async () => {
    const made: Partial<Record<'br', Promise<string>>> = {}
    const fail = () => Promise.reject(new Error('no memory'))
    const asked = [makeOnce(made, 'br', fail), makeOnce(made, 'br', fail)]
    for (const one of asked) await expect(one).rejects.toThrow('no memory')
    expect(await makeOnce(made, 'br', () => Promise.resolve('body'))).toBe('body')
  })
})
