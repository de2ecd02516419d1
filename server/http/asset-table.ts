import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'
import type { Encoding } from './compression.ts'

export type Asset = {
  contentType: string
  /** As the header wants it; weak, since all encodings of a file share it. */
  etag: string
  bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer }
}

/** Paths as a browser asks for them, e.g. `/assets/home-5f3a.js`. */
export type AssetTable = ReadonlyMap<string, Asset>

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

const encodingOf: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' }

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

const readIfPresent = (files: ReadonlySet<string>, file: string): Buffer | undefined =>
  files.has(file) ? readFileSync(file) : undefined

const assetOf = (file: string, files: ReadonlySet<string>): Asset => {
  const identity = readFileSync(file)
  const br = readIfPresent(files, `${file}.br`)
  const gzip = readIfPresent(files, `${file}.gz`)
  return {
    contentType: contentTypes[extname(file)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  }
}

/** @returns nothing for a folder that does not exist: the page is not built, or nothing is archived yet */
const listFolder = (folder: string): string[] => {
  try {
    return filesBelow(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Reads a folder into memory once: no file system on the way of a request, and no path in a request can
 * leave the table. `x.js.br` and `x.js.gz` beside `x.js` are its encodings, not files of their own, and a
 * name with a dot in front is of a file that is still being written.
 * @param known paths that need not be read
 */
export const readAssets = (folder: string, prefix = '', known: AssetTable = new Map()): AssetTable => {
  const files = new Set(listFolder(folder))
  const originals = [...files].filter(
    (file) => !(extname(file) in encodingOf) && !file.endsWith('.map') && !basename(file).startsWith('.'),
  )
  const paths = originals.map(
    (file) => [`${prefix}/${relative(folder, file).split(sep).join('/')}`, file] as const,
  )
  return new Map(
    paths.filter(([path]) => !known.has(path)).map(([path, file]) => [path, assetOf(file, files)]),
  )
}
