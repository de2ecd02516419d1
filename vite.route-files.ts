import type { Plugin, Rolldown } from 'vite'

/**
 * Says which files an address needs. Else the browser of a first visit hears of those beyond the first two chunks one
 * after the other, and each costs a slow network a journey there and back. The server names them with the document
 * (`server/http/route-files.ts`); later visits have all of them on the device.
 */

/** Where a first visit may begin: links that are shared, and what the browser remembers. A slash at the end: and below. */
const screens: Readonly<Record<string, string>> = {
  '/login': 'src/features/account/login.screen.tsx',
  '/privacy': 'src/features/legal/privacy.screen.tsx',
  '/user-agreement': 'src/features/legal/user-agreement.screen.tsx',
  '/resource': 'src/features/discovery/resource.screen.tsx',
  '/explore': 'src/features/discovery/explore.screen.tsx',
  '/generate': 'src/features/generation/generate.screen.tsx',
  '/me': 'src/features/account/me.screen.tsx',
  '/my-learning': 'src/features/account/my-learning.screen.tsx',
  '/cardpack/': 'src/features/packs/card-pack.screen.tsx',
  '/teacher/': 'src/features/packs/teacher.screen.tsx',
}
const ofEveryScreen = ['src/app/more-routes.tsx', 'src/api/client.ts']
/** In the first chunks. */
const isFirst = (path: string): boolean => path === '/login'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

export const writeRouteFiles = (): Plugin => {
  let root = ''
  return {
    name: 'write-route-files',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const withImports = (chunk: Chunk, known = new Set<Chunk>()): Set<Chunk> => {
        if (known.has(chunk)) return known
        known.add(chunk)
        for (const file of chunk.imports) {
          const imported = byFile.get(file)
          if (imported) withImports(imported, known)
        }
        return known
      }
      // The entry itself is nothing but an import, and leaves no file.
      const initial = new Set(
        chunks
          .filter(({ isEntry }) => isEntry)
          .flatMap((entry) => [...withImports(entry)].slice(1).toReversed()),
      )
      const chunkOf = (module: string): Chunk =>
        chunks.find(({ moduleIds }) => moduleIds.includes(`${root}/${module}`)) ??
        this.error(`no chunk holds ${module}`)
      const filesOf = (modules: readonly string[]) => {
        const needed = new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]))
        // Before all others: nothing runs without them.
        const inOrder = [...initial, ...[...needed].filter((chunk) => !initial.has(chunk) && !chunk.isEntry)]
        return {
          scripts: inOrder.map(({ fileName }) => `/${fileName}`),
          styles: [
            ...new Set(inOrder.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
          ].map((file) => `/${file}`),
        }
      }
      const files = Object.fromEntries(
        Object.entries(screens).map(([path, screen]) => [
          path,
          filesOf(isFirst(path) ? [screen] : [...ofEveryScreen, screen]),
        ]),
      )
      this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(files) })
    },
  }
}
