import { expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { apiBasePath } from '#contract/constants.ts'
import { calls } from './clauses-calls.ts'
import { ownCalls } from './own-calls.ts'

/** What the contract has beyond section 7 is a decision of ours: see docs/decisions/0001-calls-of-our-own.md. */

/** The specification names parameters in its own way, and writes no method for the call that its page never makes. */
const specified = Object.values(calls).map((clause) => {
  const [, method = 'POST', path = ''] = /^(?:(\w+) )?\/api\/client(\/[^ ,]+)/.exec(clause) ?? []
  return `${method} ${path}`
})

const withoutNames = (key: string): string => key.replace(/:\w+|\{\w+\}/g, ':')

test('the contract has every call of the specification, and beyond them those listed with a reason', () => {
  const ofSpecification = new Set(specified.map(withoutNames))
  const keys = Object.keys(endpoints)
  expect(apiBasePath).toBe('/api/client')
  expect([...ofSpecification].filter((key) => !keys.map(withoutNames).includes(key))).toEqual([])

  const own = keys.filter((key) => !ofSpecification.has(withoutNames(key)))
  expect(Object.keys(ownCalls).toSorted()).toEqual(own.toSorted())
})
