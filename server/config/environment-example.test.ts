import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isTest, sourceFiles } from '#tests/support/source/source-files.ts'

const fileOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8')

/** By every way in which the server reads one: `env['X']`, `process.env['X']`, `oneOf(env, 'X', …)`. */
const read = /(?:\benv\[|\w+\(\s*env,\s*|requireNamed\(env,\s*)'([A-Z][A-Z0-9_]+)'/g

it('.env.example has every variable that the server reads, and no other', () => {
  const used = sourceFiles()
    .filter(({ path }) => path.startsWith('server/') && !isTest(path))
    .flatMap(({ text }) => [...text.matchAll(read)].map(([, name]) => name))
  const shown = [...fileOf('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(shown.length).toBe(new Set(shown).size)
  expect(shown.toSorted()).toEqual([...new Set(used)].toSorted())
})

it('no secret of anybody stands in .env.example', () => {
  const filled = [...fileOf('.env.example').matchAll(/^(\w+)=(.+)$/gm)].map(([line]) => line)
  expect(filled).toEqual(['NODE_ENV=production'])
})

it('docker-compose.yml sets only variables that exist', () => {
  const known = new Set([...fileOf('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const names = [...fileOf('docker-compose.yml').matchAll(/^ {4,}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name!,
  )
  expect(names.filter((name) => !known.has(name) && !name.startsWith('POSTGRES_'))).toEqual([])
})
