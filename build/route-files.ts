import type { Plugin } from 'vite'
import { frameAddress } from '../src/app/start/frame-address.ts'
import { patterns } from '../src/lib/paths.ts'
import { chunkGraph } from './chunk-graph.ts'

/**
 * Says which files an address needs. Else the browser of a first visit hears of those beyond the first two chunks one
 * after the other, and each costs a slow network a journey there and back. The server names them with the document
 * (`server/site/route-files.ts`); later visits have all of them on the device.
 */

const ofEveryScreen = ['src/app/screen-routes.tsx', 'src/api/client.ts']
/** In the first chunks; what /home loads besides comes after it is painted. */
const isFirst = (name: string): boolean => name === 'login'
const hasNone = (name: string): boolean => name === 'root' || name === 'home'

/** The file of a screen is called after the name of its address. */
const fileOf = (name: string): RegExp =>
  new RegExp(`/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\\.screen\\.tsx$`)

export function writeRouteFiles(): Plugin {
  let root = ''
  return {
    name: 'write-route-files',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle(_, bundle) {
      const { chunks, withImports, chunkOf, filesOf } = chunkGraph(bundle, root)
      // The entry itself is nothing but an import, and leaves no file.
      const initial = new Set(
        chunks
          .filter(({ isEntry }) => isEntry)
          .flatMap((entry) => [...withImports(entry)].slice(1).toReversed()),
      )
      const addressesOf = (modules: readonly (string | RegExp)[]) => {
        const needed = new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]))
        // Before all others: nothing runs without them.
        const inOrder = [...initial, ...[...needed].filter((chunk) => !initial.has(chunk) && !chunk.isEntry)]
        const { scripts, styles } = filesOf(inOrder)
        // The first chunks' own are in the document.
        const inDocument = filesOf(initial).styles
        const later = styles.filter((file) => !inDocument.includes(file))
        return { scripts: scripts.map((file) => `/${file}`), styles: later.map((file) => `/${file}`) }
      }
      const files = Object.fromEntries(
        Object.entries(patterns)
          .filter(([name]) => !hasNone(name))
          .map(([name, pattern]) => [
            frameAddress(pattern),
            addressesOf([...(isFirst(name) ? [] : ofEveryScreen), fileOf(name)]),
          ]),
      )
      this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(files) })
    },
  }
}
