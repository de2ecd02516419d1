import { expect, test } from 'vitest'
import { sourceFiles } from '#tests/support/source/source-files.ts'
import { mainJourneys } from './main-journeys.mjs'

const browserTests = sourceFiles()
  .filter(({ path }) => path.endsWith('.e2e.ts'))
  .map(({ text }) => text)
  .join('\n')

test.each(mainJourneys)('`npm test` finds the browser test “%s”', (title) => {
  expect(browserTests).toContain(title)
})
