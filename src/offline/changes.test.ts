import { afterEach, describe, expect, test, vi } from 'vitest'
import { createChanges, type ChangeMessage } from './changes.ts'

/** Delivers at once, to every other channel, as the browser's does a little later. */
class Channel extends EventTarget {
  static open = new Set<Channel>()

  constructor() {
    super()
    Channel.open.add(this)
  }

  postMessage(data: unknown): void {
    for (const channel of Channel.open)
      if (channel !== this) channel.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const listening = () => {
  const heard: ChangeMessage[] = []
  const changes = createChanges()
  return { changes, heard, stop: changes.listen((message) => heard.push(message)) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  Channel.open.clear()
})

describe('a change of stored data', () => {
  test('is heard once by every tab and the worker, its own tab too', () => {
    vi.stubGlobal('BroadcastChannel', Channel)
    const [first, second] = [listening(), listening()]
    first.changes.announce('a', 'outbox')
    const message = { accountId: 'a', change: 'outbox' }
    expect(first.heard).toEqual([message])
    expect(second.heard).toEqual([message])
  })

  test('is heard in its own tab where there is no BroadcastChannel', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const [first, second] = [listening(), listening()]
    first.changes.announce('a', 'states')
    expect(first.heard).toHaveLength(1)
    expect(second.heard).toEqual([])
  })

  test('is not heard any more by who has stopped listening', () => {
    vi.stubGlobal('BroadcastChannel', Channel)
    const { changes, heard, stop } = listening()
    stop()
    changes.announce('a', 'packs')
    expect(heard).toEqual([])
  })
})
