import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const benchPack = { title: '八十张测试卡', cards: 80, priceCoins: 80 }

const card = (number: number): string => `      - id: card-${number}
        title: 测试卡 ${number}
        front: 第 ${number} 张卡片的正面，问一个和课本差不多长的问题，好让它的大小像真的一样？
        back: 第 ${number} 张卡片的背面，答案也和真的差不多长。
        answer: 第 ${number} 张
        explanation: 这里写一两句解释，说明为什么是这样，常见的错误是什么。
        preview: ${number <= 4}
`

const packFile = `id: bench
title: ${benchPack.title}
label: 测试
grade: g7
subject: dili
knowledgePoint: dili-shijie
teacher: zhika-dili
priceCoins: ${benchPack.priceCoins}
summary: 性能测试用
intro: 性能测试用。
source: 自编
chapters:
  - id: one
    title: 全部
    cards:
${Array.from({ length: benchPack.cards }, (_, index) => card(index + 1)).join('')}`

/** The starter library and one more pack, of 80 cards. */
export async function createBenchLibrary(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'zhika-bench-library-'))
  await cp(fileURLToPath(new URL('../../../library', import.meta.url)), folder, { recursive: true })
  await writeFile(join(folder, 'packs/bench.yaml'), packFile)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
