import { describe, expect, test } from 'vitest'
import { logMessagesOf } from './log-messages.ts'
import { codeOnly, importsOf, withoutComments } from './source-text.ts'

describe('reading source as text', () => {
  test('finds static, dynamic, re-exported and side-effect imports', () => {
    const source = [
      "import a, { b } from './a.ts'",
      'import {',
      '  type C,',
      "} from './c.ts'",
      "import './effect.css'",
      "export { d } from './d.ts'",
      "export * from './e.ts'",
      "const lazy = () => import('./lazy.ts')",
    ].join('\n')
    expect(importsOf(source).map(({ specifier }) => specifier)).toEqual([
      './a.ts',
      './c.ts',
      './effect.css',
      './d.ts',
      './e.ts',
      './lazy.ts',
    ])
    expect(importsOf(source).at(-1)).toEqual({ specifier: './lazy.ts', typeOnly: false, dynamic: true })
  })

  test('distinguishes imports of types from imports of values', () => {
    const kinds = (source: string) => importsOf(source).map(({ typeOnly }) => typeOnly)
    expect(kinds("import type { A } from './a.ts'")).toEqual([true])
    expect(kinds("export type { A } from './a.ts'")).toEqual([true])
    expect(kinds("import { type A } from './a.ts'")).toEqual([false])
    expect(kinds("import type from './a.ts'")).toEqual([false])
    expect(kinds("let a: typeof import('./a.ts')")).toEqual([true])
  })

  test('does not take an export of a value or a comment for an import', () => {
    expect(importsOf("export const from = 'x'\nexport const y = () => 'z'")).toEqual([])
    expect(importsOf("// import a from './a.ts'\n/* import('./b.ts') */")).toEqual([])
  })

  test('strips comments but not addresses, and keeps line numbers', () => {
    expect(withoutComments("const a = 'https://x.cn' // 注\n/* 一\n二 */b")).toBe(
      "const a = 'https://x.cn' \n\nb",
    )
  })

  test('finds what is logged, but not the texts of its fields', () => {
    const source = [
      "log.warn({ of: 'x', by: f('y') }, 'a (first) message') // '一'",
      "deps.log[isBad ? 'error' : 'info'](",
      '  `second ${text}`,',
      ')',
      "work().catch((error) => log.error({ err: error }, isLate ? 'third' : 'fourth'), 'no')",
      "console.log('printed')",
    ].join('\n')
    expect(logMessagesOf(source)).toEqual(['a (first) message', 'second ${text}', 'third', 'fourth'])
  })

  test('empties strings and regular expressions, quotes inside them included', () => {
    expect(codeOnly(`a.replace(/['"]/g, 'x') / 2`)).toBe("a.replace(''g, '') / 2")
    expect(codeOnly('f(`a ${b} c`)')).toBe("f('')")
  })
})
