import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { Discovery, DiscoveryItem } from '#contract/discovery.ts'
import { PackSummary } from '#contract/packs.ts'
import { shapeOf } from './reply-shape.ts'

const withField = { ...PackSummary.properties, isNew: Type.Boolean() }

it('changes with a field that a release adds, however deep', () => {
  const later = Type.Object({ ...Discovery.properties, weekly: Type.Array(Type.Object(withField)) })
  expect(shapeOf(later)).not.toBe(shapeOf(Discovery))
  expect(shapeOf(Type.Object(withField))).not.toBe(shapeOf(PackSummary))
})

it('changes with what a field may be', () => {
  const optional = Type.Object({ ...DiscoveryItem.properties, source: Type.Optional(Type.String()) })
  const other = Type.Object({ ...DiscoveryItem.properties, source: Type.Integer() })
  expect(new Set([DiscoveryItem, optional, other].map(shapeOf)).size).toBe(3)
})

it('is the same in every process of a release', () => {
  expect(shapeOf(Type.Object({ ...Discovery.properties }))).toBe(shapeOf(Discovery))
  expect(shapeOf(Discovery)).toMatch(/^[\w-]{6}$/)
})
