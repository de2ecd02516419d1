import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../../dist/page', import.meta.url))

/** A folder with the built page that can become another version of itself, as by a deploy. */
export type Deployment = {
  /** For `PAGE_DIR`. */
  readonly pageDir: string
  /** For `ASSETS_ARCHIVE_DIR`: emptied by a release, so that the files of the version before are really gone. */
  readonly archiveDir: string
  /**
   * The next version: every asset under a new name, and a document that says which it is.
   * @param spoil changes the text of its files on the way
   */
  release: (version: string, spoil?: (name: string, text: string) => string) => Promise<void>
  remove: () => Promise<void>
}

const isText = (name: string): boolean => /\.(js|css|html)$/.test(name)

const entry = /"integrity":"[^"]+"(?<between>[^{}]*?"url":"(?<url>[^"]+)")/g

/** Writes the hash of each file as it is now into the worker's list, as the build does. */
const prove = async (pageDir: string): Promise<void> => {
  const file = join(pageDir, 'sw.js')
  const worker = await readFile(file, 'utf8')
  const hashes = new Map<string, string>()
  for (const { groups } of worker.matchAll(entry)) {
    const hash = createHash('sha256').update(await readFile(join(pageDir, groups!['url']!)))
    hashes.set(groups!['url']!, hash.digest('base64'))
  }
  const proven = worker.replace(
    entry,
    (_, between: string, url: string) => `"integrity":"sha256-${hashes.get(url)}"${between}`,
  )
  await writeFile(file, proven)
}

export async function deployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'zhika-deploy-'))
  const pageDir = join(folder, 'page')
  const archiveDir = join(folder, 'archive')
  await cp(built, pageDir, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })

  const release: Deployment['release'] = async (version, spoil = (_, text) => text) => {
    await rm(archiveDir, { recursive: true, force: true })
    const assets = await readdir(join(pageDir, 'assets'))
    const renamed = new Map(assets.map((name) => [name, name.replace(/(\.\w+)$/, `${version}$1`)]))
    for (const [old, next] of renamed)
      await rename(join(pageDir, 'assets', old), join(pageDir, 'assets', next))
    const files = (await readdir(pageDir, { recursive: true })).filter(isText)
    for (const file of files) {
      let text = await readFile(join(pageDir, file), 'utf8')
      for (const [old, next] of renamed) text = text.replaceAll(old, next)
      if (file === 'index.html')
        text = text.replace('</head>', `<meta name="version" content="${version}"></head>`)
      await writeFile(join(pageDir, file), spoil(file, text))
    }
    await prove(pageDir)
  }

  return { pageDir, archiveDir, release, remove: () => rm(folder, { recursive: true, force: true }) }
}
