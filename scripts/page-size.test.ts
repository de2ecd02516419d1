import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesOfHtml, measurePage } from './page-size.mjs'
import { judgeSize } from './size-budget.mjs'

const html = `<!doctype html><script type="module" crossorigin src="/assets/main-1.js"></script>
<link rel="modulepreload" href="/assets/react-1.js"><link rel="stylesheet" href="/assets/main-1.css">
<link rel="manifest" href="/manifest.webmanifest">`
const worker =
  'keep([{"integrity":"sha256-a","url":"assets/main-1.js"},{url:`index.html`,integrity:`sha256-b`}]);'
const home = 'src/features/home/home.screen.tsx'
const routes = { '/home': home }

let folder: string
const where = () => ({ page: join(folder, 'page'), maps: join(folder, 'maps'), routes })
const chunk = async (name: string, content: string | Buffer, sources: string[]) => {
  await writeFile(join(folder, 'page/assets', name), content)
  await writeFile(join(folder, 'maps', `${name}.map`), JSON.stringify({ sources }))
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-size-'))
  await mkdir(join(folder, 'page/assets'), { recursive: true })
  await mkdir(join(folder, 'maps'))
  await writeFile(join(folder, 'page/index.html'), html)
  await writeFile(join(folder, 'page/sw.js'), worker)
  await writeFile(join(folder, 'page/assets/main-1.css'), 'a{}')
  await chunk('main-1.js', 'main()', ['../../src/main.tsx'])
  await chunk('react-1.js', 'react()', ['../../node_modules/react/index.js'])
  await chunk('home-1.js', 'home()', [`../../${home}`])
  const manifest = {
    'index.html': { file: 'assets/main-1.js' },
    [home]: { file: 'assets/home-1.js', src: home, imports: ['index.html'] },
  }
  await writeFile(join(folder, 'maps/manifest.json'), JSON.stringify(manifest))
})
afterEach(() => rm(folder, { recursive: true }))

describe('measuring the built page', () => {
  test('takes modules, preloads and style sheets from index.html and nothing else', () => {
    expect(filesOfHtml(html)).toEqual(['assets/main-1.js', 'assets/react-1.js', 'assets/main-1.css'])
  })

  test("adds the first route's own chunk to what index.html loads", async () => {
    const { first, lazy } = await measurePage(where())
    expect(first[0]?.files.map(({ file }) => file)).toContain('assets/home-1.js')
    expect(first[0]?.scripts).toBe(2)
    expect(lazy.map(({ file }) => file)).toEqual(['assets/home-1.js'])
  })

  test('does not take a route whose screen was renamed for a light one', async () => {
    const renamed = { '/home': 'src/features/home/start.screen.tsx' }
    await expect(measurePage({ ...where(), routes: renamed })).rejects.toThrow('no chunk holds')
  })

  test('refuses a precache list that names a file which was not built', async () => {
    await writeFile(join(folder, 'page/sw.js'), '[{url:"assets/gone.js",integrity:"sha256-c"}]')
    await expect(measurePage(where())).rejects.toThrow('gone.js')
  })
})

describe('the budget', () => {
  test('says what is too big, too many and in the wrong place', async () => {
    await chunk('third-1.js', 'third()', ['../../src/third.ts'])
    await chunk('fourth-1.js', 'fourth()', ['../../src/fourth.ts'])
    const further = ['third-1.js', 'fourth-1.js'].map(
      (file) => `<link rel="modulepreload" href="/assets/${file}">`,
    )
    await writeFile(join(folder, 'page/index.html'), html + further.join(''))
    await chunk('main-1.js', randomBytes(150_000), ['../../src/features/study/player.tsx'])
    const problems = judgeSize(await measurePage(where())).join('\n')
    expect(problems).toMatch(/首屏 \/home 146\.\d KiB gzip/)
    expect(problems).toMatch(/首屏 \/home 146\.\d KiB br/)
    expect(problems).toMatch('要 4 个脚本')
    expect(problems).toMatch('src/features/study/player.tsx')
  })

  test('lets a lazy chunk be big only when it carries one of the named packages', async () => {
    await chunk('big-1.js', randomBytes(40_000), ['../../src/features/learning/heat-map.tsx'])
    await chunk('katex-1.js', randomBytes(40_000), ['../../node_modules/katex/dist/katex.mjs'])
    const problems = judgeSize(await measurePage(where()))
    expect(problems.filter((problem) => problem.includes('KiB gzip'))).toEqual([
      expect.stringMatching(/^assets\/big-1\.js 39\.\d KiB/),
    ])
  })

  test('fails without a precache list', async () => {
    await writeFile(join(folder, 'page/sw.js'), 'self.skipWaiting()')
    expect(judgeSize(await measurePage(where()))).toContain('sw.js 里没有预缓存清单')
  })
})
