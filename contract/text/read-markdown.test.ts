import { describe, expect, it } from 'vitest'
import { readMarkdown } from './read-markdown.ts'

describe('reading a side of a card', () => {
  it('says clearly which command of a formula is not accepted', async () => {
    const bomb = `$\\def\\a{${'x'.repeat(200)}}${'\\a'.repeat(150)}$`
    expect(await readMarkdown(`好\n${bomb}`)).toEqual({
      line: 2,
      reason: '公式有误：不接受命令 \\def',
    })
  })

  it('refuses what is short to write and long to load', async () => {
    const reading = await readMarkdown('{字|a}'.repeat(399))
    expect(reading).toEqual({ reason: '公式、注音和格式太多，请分成几张卡片' })
    expect(await readMarkdown('{汉字|hàn zì}'.repeat(200))).toHaveProperty('text')
  })

  it('refuses what its parsers would take too long for, without asking them', async () => {
    const reading = await readMarkdown('*a '.repeat(1300))
    expect(reading).toEqual({ reason: expect.stringContaining('最多 400 个') })
  })
})
