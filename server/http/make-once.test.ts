import { expect, it } from 'vitest'
import { makeOnce } from './make-once.ts'

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
