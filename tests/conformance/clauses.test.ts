import { expect, test } from 'vitest'
import { clauses } from './clauses.ts'
import { clauseTests, clauseTestsIn } from './clause-titles.ts'

/** The list of clauses, the titles of all tests and the page that shows both. */

const tests = clauseTests()

const testsOf = (id: string) => tests.filter(({ ids }) => ids.includes(id))

const cell = (text: string): string => text.replaceAll('|', '\\|')

const page = (): string => {
  const rows = Object.entries(clauses).map(([id, what]) => {
    const checks = testsOf(id).map(({ file, title }) => `${file} › ${title}`)
    return `| ${id} | ${cell(what)} | ${cell(checks.join('<br>'))} |`
  })
  return [
    '# 规范逐条对照',
    '',
    '规范的每一条、它的意思、检验它的测试。编号的整数部分是规范的章节。本页由 `npm run conformance` 生成，不要手改；测试会发现它过时。',
    '',
    '| 条 | 要求 | 测试文件 › 测试 |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

test('no clause is left without a test', () => {
  expect(Object.keys(clauses).filter((id) => testsOf(id).length === 0)).toEqual([])
})

test('no test names a clause that does not exist', () => {
  const unknown = tests.flatMap(({ file, title, ids }) =>
    ids.filter((id) => !(id in clauses)).map((id) => `${file} › ${title}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test('docs/conformance.md is up to date: else run `npm run conformance`', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/conformance.md')
})

// The brackets are added later, so that the collector does not find these.
test('titles are found in every form in which a test is written, and only in tests that run', () => {
  const source = [
    "test('«1.1] one', () => {})",
    "  it('«1.2, 1.3] in a group', async () => {})",
    'testWithOwnServer(\n  "«1.4] on lines of its own",\n  async () => {})',
    "test.each([[1, 'a']])('«1.5–1.7] %s of a table', () => {})",
    "test.each<[string, () => void]>([\n  ['x', () => f()],\n])('«1.8] %s', () => {})",
    "test('«1.9] it\\'s quoted', () => {})",
    "test.skip('«2.1] skipped', () => {})",
    "// test('«2.2] a comment', () => {})",
    "expect('«2.3] text', 'more')",
    "test('no clause', () => {})",
  ]
    .join('\n')
    .replaceAll('«', '[')
  expect(clauseTestsIn('a.test.ts', source).map(({ ids, title }) => [ids.join(), title])).toEqual([
    ['1.1', 'one'],
    ['1.2,1.3', 'in a group'],
    ['1.4', 'on lines of its own'],
    ['1.5,1.6,1.7', '%s of a table'],
    ['1.8', '%s'],
    ['1.9', "it's quoted"],
  ])
})
