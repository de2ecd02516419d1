import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { processArguments } from './sibling-module.ts'

// A template that was made before hides for long that none can be made any more.
test('the command that makes a template stands where the engine starts it', () => {
  expect(existsSync(processArguments('template.command').at(-1)!)).toBe(true)
})
