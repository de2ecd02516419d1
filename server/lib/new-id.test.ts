import { expect, it } from 'vitest'
import { Value } from 'typebox/value'
import { Id } from '#contract/wire.ts'
import { newId } from './new-id.ts'

it('gives UUIDs of version 7 that rise with time and do not repeat', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => newId(1_700_000_000_000 + index))
  expect(ids.every((id) => Value.Check(Id, id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(Array.from({ length: 1000 }, () => newId(0))).size).toBe(1000)
})
