import { expect, test } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { keysOfGets, notProbed, writeProbes } from './probes.ts'

test('every call of the contract is probed for a long history, or left out for a reason', () => {
  const named = [...keysOfGets, ...Object.keys(writeProbes), ...Object.keys(notProbed)]
  expect(named.toSorted()).toEqual((Object.keys(endpoints) as EndpointKey[]).toSorted())
  for (const reason of Object.values(notProbed)) expect(reason).toMatch(/\p{Script=Han}/u)
})
