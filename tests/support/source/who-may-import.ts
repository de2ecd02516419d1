/**
 * Who may import whom. An area is a folder; `*` stands for each folder at that place, which may import itself and
 * never its neighbours.
 */
export type Rule = {
  /** Areas that it may import, besides itself. */
  areas: readonly string[]
  /** Areas of which it may import types only. */
  types?: readonly string[]
  /** Single files of other areas. */
  files?: readonly string[]
  /** Packages that it must not know. */
  withoutPackages?: readonly string[]
}

/** Not `@tanstack/react-query-persist-client`: the part of it that offline/ uses knows no React. */
const react = ['react', 'react-', '@tanstack/react-query']
const node = ['node:', 'fastify', '@fastify/', 'pg', 'kysely', '@electric-sql/']
const router = ['react-router', 'react-router-']
const query = ['@tanstack/']
const pageOnly = ['react', 'react-', '@tanstack/', 'idb', 'ofetch', 'i18next', 'workbox-']

const whoMayImport: Record<string, Rule> = {
  contract: { areas: [], withoutPackages: [...pageOnly, ...node] },
  'src/lib': { areas: [], withoutPackages: node },
  'src/generator': { areas: ['contract'], withoutPackages: [...node, ...react] },
  'src/ui': { areas: ['src/lib'], withoutPackages: [...node, ...router, ...query] },
  'src/gallery': { areas: ['src/ui', 'src/lib'], withoutPackages: node },
  'src/device': { areas: ['src/lib'], withoutPackages: node },
  'src/i18n': { areas: ['contract', 'src/lib'], withoutPackages: node },
  'src/api': { areas: ['contract', 'src/lib'], withoutPackages: [...node, ...react] },
  'src/offline': { areas: ['contract', 'src/api', 'src/lib'], withoutPackages: [...node, ...react] },
  'src/queries': {
    areas: ['contract', 'src/api', 'src/generator', 'src/lib', 'src/offline'],
    withoutPackages: [...node, ...router],
  },
  'src/parts': {
    areas: ['contract', 'src/queries', 'src/ui', 'src/i18n', 'src/lib'],
    withoutPackages: node,
  },
  'src/features/*': {
    areas: [
      'contract',
      'src/device',
      'src/generator',
      'src/i18n',
      'src/lib',
      'src/parts',
      'src/queries',
      'src/ui',
    ],
    withoutPackages: node,
  },
  'src/app': {
    areas: [
      'contract',
      'src/api',
      'src/device',
      'src/features/*',
      'src/gallery',
      'src/i18n',
      'src/lib',
      'src/offline',
      'src/parts',
      'src/queries',
      'src/ui',
    ],
    // The words that page and worker say to each other.
    files: ['sw/messages.ts'],
    withoutPackages: node,
  },
  sw: { areas: ['contract', 'src/offline', 'src/api'], withoutPackages: [...node, ...react] },
  'server/lib': { areas: ['contract'], types: ['server'], withoutPackages: pageOnly },
  'server/config': { areas: ['contract'], types: ['server/gateways'], withoutPackages: pageOnly },
  'server/db': { areas: ['contract', 'server/lib'], types: ['server'], withoutPackages: pageOnly },
  'server/sql': { areas: ['contract', 'server/db', 'server/lib'], withoutPackages: pageOnly },
  'server/gateways': {
    areas: ['contract', 'server/lib'],
    types: ['server', 'server/config'],
    withoutPackages: pageOnly,
  },
  'server/http': {
    areas: ['contract', 'server/db', 'server/lib', 'server/sql'],
    types: ['server', 'server/config'],
    withoutPackages: pageOnly,
  },
  'server/metrics': {
    areas: ['contract', 'server/http'],
    types: ['server', 'server/db'],
    withoutPackages: pageOnly,
  },
  'server/site': {
    areas: ['contract', 'server/http', 'server/lib'],
    types: ['server', 'server/config'],
    withoutPackages: pageOnly,
  },
  'server/*': {
    areas: ['contract', 'server/db', 'server/gateways', 'server/http', 'server/lib', 'server/sql'],
    types: ['server'],
    withoutPackages: pageOnly,
  },
  server: { areas: ['contract', 'server/*'], withoutPackages: pageOnly },
}

const patternOf = (area: string): RegExp => new RegExp(`^${area.replace('*', '[^/]+')}$`)

/** The folder that a file belongs to for the table: `src/features/packs`, `server/wallet`, `sw`. */
export function areaOf(path: string): string {
  const parts = path.split('/')
  if (path === 'src/main.tsx') return 'src/app'
  if (parts[0] === 'src') return parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/')
  if (parts[0] === 'server') return parts.slice(0, parts.length > 2 ? 2 : 1).join('/')
  return parts[0] ?? ''
}

export function ruleFor(area: string): Rule | undefined {
  const name = whoMayImport[area] ? area : Object.keys(whoMayImport).find((key) => patternOf(key).test(area))
  return name === undefined ? undefined : whoMayImport[name]
}

/** @param from the importing file @param to the imported one */
export function mayImport(from: string, to: string, typeOnly: boolean): boolean {
  const own = areaOf(from)
  const other = areaOf(to)
  if (own === other) return true
  const rule = ruleFor(own)
  if (rule?.files?.includes(to)) return true
  const allowed = [...(rule?.areas ?? []), ...(typeOnly ? (rule?.types ?? []) : [])]
  return allowed.some((area) => patternOf(area).test(other))
}

/** A name that ends in `-`, `:` or `/` stands for all packages that start so. */
export function mayUsePackage(from: string, specifier: string): boolean {
  return !(ruleFor(areaOf(from))?.withoutPackages ?? []).some((name) =>
    /[-:/]$/.test(name) ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  )
}
