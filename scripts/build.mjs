import './node-version.mjs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { archiveAssets, pruneArchive } from './old-assets.mjs'
import { precompress } from './precompress.mjs'
import { bin, must, root } from './process.mjs'
import { hashSources } from './sources.mjs'

const stampFile = `${root}dist/.build-hash`
const assets = `${root}dist/page/assets`
const archive = `${root}dist/assets-archive`

const stamp = () => readFile(stampFile, 'utf8').catch(() => '')

/** Builds page, server and database template into dist/, unless dist/ already is of these sources. */
export const buildIfStale = async () => {
  const wanted = await hashSources(root)
  if ((await stamp()) === wanted) return
  console.log('正在构建……')
  await build(wanted)
}

const build = async (/** @type {string} */ hash) => {
  // A build that is broken off must not pass for a whole one.
  await rm(stampFile, { force: true })
  await archiveAssets(assets, archive, new Date())
  const production = { env: { NODE_ENV: 'production' } }
  await must('构建页面', bin('vite'), ['build', '--logLevel', 'warn'], production)
  await must(
    '构建服务器',
    bin('vite'),
    ['build', '-c', 'vite.server.config.ts', '--logLevel', 'warn'],
    production,
  )
  await pruneArchive(assets, archive, new Date())
  const compressed = await precompress(`${root}dist/page`)
  await must('制作数据库模板', process.execPath, [`${root}scripts/db-template.mjs`])
  await writeFile(stampFile, hash)
  console.log(`构建完成，压缩了 ${compressed} 个静态文件。`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--if-stale')) await buildIfStale()
  else await build(await hashSources(root))
}
