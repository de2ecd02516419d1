import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A small library as files, for tests that load it, change a file and load it again. */

export type LibraryFiles = Record<string, string>

export const tangPack = `id: tang
title: 唐诗三百首·精选
label: 唐诗三百首
grade: g7
subject: yuwen
knowledgePoint: gushiwen
teacher: desk
priceCoins: 80
summary: 名句与出处
intro: 讲什么、适合谁。
source: 公有领域
chapters:
  - id: wujue
    title: 五言绝句
    cards:
      - id: jingyesi
        title: 静夜思 · 李白
        front: |
          床前明月光，疑是地上霜。

          下一句是什么？
        back: 举头望明月，低头思故乡。
        answer: 举头望明月
        preview: true
      - id: denggaolou
        title: 登鹳雀楼
        front: 白日依山尽
        back: 黄河入海流
        preview: true
  - id: qijue
    title: 七言绝句
    cards:
      - id: zaofa
        title: 早发白帝城
        front: 朝辞白帝彩云间
        back: 千里江陵一日还
        hint: 三峡
        explanation: 设 $x$ 里
        tag: 名句
`

export const jihePack = `id: jihe
title: 平面几何定理
label: 几何定理
grade: g10
subject: shuxue
knowledgePoint: dingli
teacher: desk-math
priceCoins: 0
summary: 定理
intro: 定理。
source: 公有领域
chapters:
  - id: jiao
    title: 角
    cards:
      - { id: duiding, title: 对顶角, front: 对顶角, back: 相等, preview: true }
      - { id: neijiao, title: 内角和 100%, front: 内角和, back: $180^\\circ$, preview: true }
`

export const smallLibrary: LibraryFiles = {
  'taxonomy.yaml': `grades:
  - { id: g7, name: 七年级, stage: 初中 }
  - { id: g10, name: 高一, stage: 高中 }
subjects:
  - { id: yuwen, name: 语文 }
  - { id: shuxue, name: 数学 }
knowledgePoints:
  - { id: gushiwen, name: 古诗文, subject: yuwen }
  - { id: dingli, name: 定理, subject: shuxue }
`,
  'teachers.yaml': `- { id: desk, name: 知卡语文教研室, subject: yuwen, bio: 语文组。 }
- { id: desk-math, name: 知卡数学教研室, subject: shuxue, bio: 数学组。 }
`,
  'featured.yaml': '- jihe\n- tang\n',
  'packs/tang.yaml': tangPack,
  'packs/jihe.yaml': jihePack,
}

export type LibraryFolderOnDisk = {
  folder: string
  write: (files: LibraryFiles) => Promise<void>
  remove: (file: string) => Promise<void>
  close: () => Promise<void>
}

export async function createLibraryFolder(files: LibraryFiles = smallLibrary): Promise<LibraryFolderOnDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'zhika-library-'))
  const write = async (more: LibraryFiles): Promise<void> => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
  }
  await write(files)
  return {
    folder,
    write,
    remove: (file) => rm(join(folder, file)),
    close: () => rm(folder, { recursive: true }),
  }
}
