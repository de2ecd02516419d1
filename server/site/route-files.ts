import type { Asset } from './asset-table.ts'

/**
 * The files that an address needs besides those that the document names, for a `Link` header: the browser of a first
 * visit fetches them at once instead of hearing of them one after the other. Written by the build
 * (`build/route-files.ts`).
 */

type RouteFiles = Readonly<Record<string, { scripts: readonly string[]; styles: readonly string[] }>>

const linkOf = ({ scripts, styles }: RouteFiles[string]): string =>
  [
    ...scripts.map((file) => `<${file}>; rel=modulepreload`),
    // As the page asks for them.
    ...styles.map((file) => `<${file}>; rel=preload; as=style; crossorigin`),
  ].join(', ')

/** @returns the header for a path; undefined where there is nothing to name */
export function createRouteLinks(written: Asset | undefined): (path: string) => string | undefined {
  if (written === undefined) return () => undefined
  const files = JSON.parse(written.bodies.identity.toString()) as RouteFiles
  const links = new Map(Object.entries(files).map(([path, needed]) => [path, linkOf(needed)]))
  return (path) => links.get(path) ?? links.get(path.slice(0, path.indexOf('/', 1) + 1))
}
