import { beforeEach, expect, test, vi } from 'vitest'
import { createSessionStore, type SessionStore } from './session-store.ts'

let token: string | null
let accountId: string | null

const open = (): SessionStore =>
  createSessionStore({
    readToken: () => token,
    writeToken: (next) => {
      token = next
    },
    clearToken: () => {
      token = null
    },
    readAccountId: () => accountId,
    writeAccountId: (next) => {
      accountId = next
    },
  })

beforeEach(() => {
  token = null
  accountId = null
})

test('[3.5, 4.1, 6.3] signed in takes both a user and a token; a token without a known student is loading', () => {
  expect(open().get()).toEqual({ status: 'signed-out' })
  accountId = 'a'
  expect(open().get()).toEqual({ status: 'signed-out' })
  token = 'zk_token'
  expect(open().get()).toEqual({ status: 'signed-in', accountId: 'a' })
  accountId = null
  expect(open().get()).toEqual({ status: 'loading' })
})

test('[4.1] loading ends with the user or with none', () => {
  token = 'zk_token'
  const known = open()
  const listener = vi.fn()
  known.subscribe(listener)
  known.identified('a')
  expect(known.get()).toEqual({ status: 'signed-in', accountId: 'a' })
  expect(listener).toHaveBeenCalledOnce()
  accountId = null
  const unknown = open()
  unknown.ended()
  expect(unknown.get()).toEqual({ status: 'signed-out' })
  expect(token).toBeNull()
})
