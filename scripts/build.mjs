import './node-version.mjs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { archiveAssets, pruneArchive } from '../server/site/old-assets.mjs'
import { precompress } from './precompress.mjs'
import { bin, must, root } from './process.mjs'
import { hashSources } from './sources.mjs'

const stampFile = `${root}dist/.build-hash`
const page = `${root}dist/page`
const assets = `${page}/assets`
const archive = `${root}dist/assets-archive`

/** What `npm run size` reads, and what makes the trace of an error readable. */
const measured = ['--sourcemap', 'hidden', '--manifest', 'manifest.json']

/** Source maps and Vite's manifest are for us: out of the folder that is served. */
const keepPrivately = async () => {
  const maps = `${root}dist/page-maps`
  await rm(maps, { recursive: true, force: true })
  await mkdir(maps, { recursive: true })
  const inside = await readdir(page, { recursive: true })
  const files = inside.filter((name) => name.endsWith('.map') || name === 'manifest.json')
  await Promise.all(files.map((name) => rename(join(page, name), join(maps, basename(name)))))
}

const stamp = () => readFile(stampFile, 'utf8').catch(() => '')

/** Builds page, server and database template into dist/, unless dist/ already is of these sources. */
export const buildIfStale = async () => {
  const wanted = await hashSources(root)
  const built = await stamp()
  if (built === wanted) return
  console.log(built ? '源文件有改动，要重新构建，共三步：' : '第一次构建，共三步：')
  await build(wanted)
}

const build = async (/** @type {string} */ hash) => {
  // A build that is broken off must not pass for a whole one.
  await rm(stampFile, { force: true })
  await archiveAssets(assets, archive, new Date())
  const production = { env: { NODE_ENV: 'production' }, quiet: true }
  await must('1/3 构建页面（通常 20 秒）', bin('vite'), ['build', ...measured], production)
  await keepPrivately()
  const serverConfig = ['-c', 'build/server.config.ts']
  await must('2/3 构建服务器（通常 3 秒）', bin('vite'), ['build', ...serverConfig], production)
  await pruneArchive(archive, new Date(), await readdir(assets))
  const compressed = await precompress(page)
  const server = `${root}dist/server`
  const template = [`${server}/build-template.command.js`, `${server}/template`, `${root}library`]
  await must('3/3 制作数据库模板（通常 10 秒）', process.execPath, template)
  await writeFile(stampFile, hash)
  console.log(`构建完成，压缩了 ${compressed} 个静态文件。`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--if-stale')) await buildIfStale()
  else await build(await hashSources(root))
}
