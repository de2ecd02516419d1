import { expect, test } from 'vitest'
import { canSeeAdmin } from './account.ts'

test('[3.4, 6.4] everybody may see administration but a user of one name', () => {
  expect(canSeeAdmin({ name: 'dontHaveAccess' })).toBe(false)
  for (const name of ['小满', '', 'donthaveaccess', 'dontHaveAccess '])
    expect(canSeeAdmin({ name })).toBe(true)
})
