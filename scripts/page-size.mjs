import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Measures a built page: what the first route costs, each lazy chunk, and the precache. All in bytes. */

/** @typedef {{ file: string, gzip: number, brotli: number }} Weighed */
/** @typedef {{ file: string, imports?: string[], css?: string[], src?: string, isDynamicEntry?: boolean }} Chunk */
/**
 * @typedef {{
 *   route: string
 *   files: Weighed[]
 *   scripts: number
 *   gzip: number
 *   brotli: number
 *   modules: string[]
 * }} FirstRoute
 */

/** @returns {Promise<Weighed>} sizes at the levels that the server sends */
const weigh = async (/** @type {string} */ folder, /** @type {string} */ file) => {
  const bytes = await readFile(join(folder, file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return {
    file,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
  }
}

const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0)

const addressesOf = (/** @type {string} */ html, /** @type {(tag: string) => boolean} */ isWanted) => {
  const tags = (html.match(/<(script|link)\b[^>]*>/g) ?? []).filter(isWanted)
  const addresses = tags.map((tag) => /\b(?:src|href)="?([^"\s>]+)/.exec(tag)?.[1] ?? '')
  return [...new Set(addresses.filter(Boolean).map((address) => address.replace(/^\.?\//, '')))]
}

/** What index.html makes the browser load before the first frame. */
export const filesOfHtml = (/** @type {string} */ html) =>
  addressesOf(html, (tag) => /type="?module|rel="?(modulepreload|stylesheet)/.test(tag))

/** The addresses in the list of files that the build wrote into the worker, whatever the minifier made of it. */
const precachedFiles = (/** @type {string} */ worker) => {
  const entries = worker.match(/\{[^{}]*\bintegrity["']?:\s*["'`]sha[^{}]*\}/g) ?? []
  const addresses = entries.map((entry) => /\burl["']?:\s*(["'`])(.+?)\1/.exec(entry)?.[2] ?? '')
  return [...new Set(addresses.filter(Boolean).map((address) => address.replace(/^\.?\//, '')))]
}

/** A chunk and everything that it imports before it can run. */
const closure = (
  /** @type {Record<string, Chunk>} */ manifest,
  /** @type {string} */ key,
  /** @type {Set<string>} */ found,
) => {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const sheet of chunk.css ?? []) found.add(sheet)
  for (const next of chunk.imports ?? []) closure(manifest, next, found)
  return found
}

/**
 * The modules of ours and of packages that a chunk was made of, from its source map. The bundler's own
 * runtime is the one chunk that was made of none.
 */
const modulesOf = async (/** @type {string} */ maps, /** @type {string} */ file) => {
  if (!file.endsWith('.js') || basename(file).startsWith('rolldown-runtime')) return []
  const { sources } = JSON.parse(await readFile(join(maps, `${basename(file)}.map`), 'utf8'))
  return /** @type {string[]} */ (sources).map((source) => source.replace(/^(\.\.?\/)+/, ''))
}

/** The key of the chunk that holds a module: its own name, unless the chunk holds several screens. */
const keyOf = async (
  /** @type {Record<string, Chunk>} */ manifest,
  /** @type {string} */ maps,
  /** @type {string} */ module,
) => {
  if (manifest[module]) return module
  for (const [key, { file }] of Object.entries(manifest))
    if ((await modulesOf(maps, file)).includes(module)) return key
  return module
}

/**
 * @param {{ page: string, maps: string, routes: Record<string, string> }} where the served folder, the folder
 *   with source maps and Vite's manifest.json, and the module of each route that may be the first
 * @returns {Promise<{ first: FirstRoute[], lazy: Array<Weighed & { modules: string[] }>, precache: Weighed[] }>}
 */
export const measurePage = async ({ page, maps, routes }) => {
  const html = await readFile(join(page, 'index.html'), 'utf8')
  const linked = filesOfHtml(html)
  const assets = await readdir(join(page, 'assets'))
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(await readFile(join(maps, 'manifest.json'), 'utf8'))
  const weighed = async (/** @type {Iterable<string>} */ files) =>
    Promise.all([...files].map((file) => weigh(page, file)))

  const first = await Promise.all(
    Object.entries(routes).map(async ([route, module]) => {
      // The document holds the first frame's script: it weighs as well.
      const key = await keyOf(manifest, maps, module)
      // The first sheet stands in the document, see build/inline-styles.ts.
      const needed = [...closure(manifest, key, new Set())].filter((file) => assets.includes(basename(file)))
      const files = await weighed(new Set(['index.html', ...linked, ...needed]))
      const modules = (await Promise.all(files.map(({ file }) => modulesOf(maps, file)))).flat()
      if (!modules.includes(module)) throw new Error(`${route}: no chunk holds ${module}`)
      const scripts = linked.filter((file) => file.endsWith('.js')).length
      const gzip = sum(files.map((file) => file.gzip))
      const brotli = sum(files.map((file) => file.brotli))
      return { route, files, scripts, gzip, brotli, modules }
    }),
  )

  const scripts = assets.filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`)
  const later = scripts.filter((file) => !linked.includes(file))
  const lazy = await Promise.all(
    (await weighed(later)).map(async (chunk) => ({ ...chunk, modules: await modulesOf(maps, chunk.file) })),
  )

  const precached = precachedFiles(await readFile(join(page, 'sw.js'), 'utf8'))
  for (const file of precached) await stat(join(page, file))
  return { first, lazy, precache: await weighed(precached) }
}
