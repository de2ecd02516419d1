import { expect, test } from 'vitest'
import { markdownTable, withSection } from './benchmarks-page.ts'

test('a section is put in the place of the one before, and leaves the others alone', () => {
  const page = '# 性能\n\n说明。\n\n## 接口\n\n一\n\n## 搜索\n\n二\n'
  expect(withSection(page, '接口', '三\n')).toBe('# 性能\n\n说明。\n\n## 接口\n\n三\n\n## 搜索\n\n二\n')
  expect(withSection(page, '搜索', '四')).toBe('# 性能\n\n说明。\n\n## 接口\n\n一\n\n## 搜索\n\n四\n')
  expect(withSection('# 性能\n', '接口', '五')).toBe('# 性能\n\n## 接口\n\n五\n')
})

test('a table has a line under its heads', () => {
  expect(
    markdownTable([
      ['甲', '乙'],
      ['1', '2'],
    ]),
  ).toBe('| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |')
})
