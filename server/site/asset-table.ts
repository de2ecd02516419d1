import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'
import { isMissing } from '#server/lib/missing-files.ts'
import type { Encoding } from '#server/http/compression.ts'

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

export type AssetBodies = Asset['bodies']

/** @param name as it ends, e.g. `home-5f3a.js` */
export function assetOf(name: string, bodies: AssetBodies): Asset {
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)}"`,
    bodies,
  }
}

/** Neither an encoding of another file, nor a source map, nor a file that is still being written. */
export function isServed(name: string): boolean {
  return !(extname(name) in encodingOf) && !name.endsWith('.map') && !name.startsWith('.')
}

const bodiesOf = (file: string, files: ReadonlySet<string>): AssetBodies => {
  const readIfPresent = (one: string) => (files.has(one) ? readFileSync(one) : undefined)
  const br = readIfPresent(`${file}.br`)
  const gzip = readIfPresent(`${file}.gz`)
  return { identity: readFileSync(file), ...(br && { br }), ...(gzip && { gzip }) }
}

/** @returns nothing for a folder that does not exist: the page is not built */
const listFolder = (folder: string): string[] => {
  try {
    return filesBelow(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Reads a folder into memory once: no file system on the way of a request, and no path in a request can
 * leave the table. `x.js.br` and `x.js.gz` beside `x.js` are its encodings, not files of their own.
 */
export function readAssets(folder: string): AssetTable {
  const files = new Set(listFolder(folder))
  const served = [...files].filter((file) => isServed(basename(file)))
  return new Map(
    served.map((file) => [
      `/${relative(folder, file).split(sep).join('/')}`,
      assetOf(file, bodiesOf(file, files)),
    ]),
  )
}
