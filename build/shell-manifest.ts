import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { VitePluginPWAAPI } from 'vite-plugin-pwa'
import { chunkGraph } from './chunk-graph.ts'

/**
 * Writes into the worker's list of files the hash of each, and which of them a start and a first card need: the worker
 * takes in nothing else under their names, and fetches those first (`sw/shell-file.ts`).
 */

/** From a cold start without a network to the last card of a sitting. */
const studyPath = [
  'src/main.tsx',
  'src/app/background.tsx',
  'src/app/start/service-worker.ts',
  'src/features/account/login/login.screen.tsx',
  'src/features/home/own-packs.screen.tsx',
  'src/features/study/study-layer.screen.tsx',
  'src/offline/account.ts',
  'src/offline/wipe.ts',
  'src/api/client.ts',
]
/** Large, and for those who write formulas. */
const isLast = (url: string): boolean => url.includes('typeset-math')

type Entry = { url: string; revision: string | null; size: number }

export type ShellManifest = {
  plugin: Plugin
  /** For workbox-build. */
  transform: (entries: Entry[]) => Promise<{ manifest: (Entry & { integrity: string; first?: boolean })[] }>
}

export function shellManifest(): ShellManifest {
  let folder = ''
  let root = ''
  let pwa: VitePluginPWAAPI | undefined
  const first = new Set(['index.html'])

  const rank = ({ url }: Entry): number => (first.has(url) ? 0 : isLast(url) ? 2 : 1)

  return {
    plugin: {
      name: 'shell-manifest',
      apply: 'build',
      configResolved: (config) => {
        root = config.root
        folder = resolve(config.root, config.build.outDir)
        pwa = config.plugins.find(({ name }) => name === 'vite-plugin-pwa')?.api as
          | VitePluginPWAAPI
          | undefined
      },
      buildStart: () => {
        // It would add its own file when all hashes are computed; the patterns name it.
        pwa?.extendManifestEntries(() => [])
      },
      generateBundle(_, bundle) {
        const { withImports, chunkOf, filesOf } = chunkGraph(bundle, root)
        const { scripts, styles } = filesOf(studyPath.flatMap((module) => [...withImports(chunkOf(module))]))
        for (const file of [...scripts, ...styles]) first.add(file)
      },
    },
    transform: async (entries) => {
      const manifest = await Promise.all(
        entries.map(async (entry) => {
          const hash = createHash('sha256').update(await readFile(join(folder, entry.url)))
          const proven = { ...entry, integrity: `sha256-${hash.digest('base64')}` }
          return first.has(entry.url) ? { ...proven, first: true } : proven
        }),
      )
      return { manifest: manifest.toSorted((one, other) => rank(one) - rank(other)) }
    },
  }
}
