import { afterEach, describe, expect, test, vi } from 'vitest'
import { randomUuid } from './uuid.ts'

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => vi.unstubAllGlobals())

describe('an id made on the device', () => {
  test('has the form that the contract asks for, also where the page is not in a secure context', () => {
    expect(randomUuid()).toMatch(version4)
    const { crypto } = globalThis
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    })
    const made = Array.from({ length: 100 }, randomUuid)
    for (const id of made) expect(id).toMatch(version4)
    expect(new Set(made).size).toBe(100)
  })
})
