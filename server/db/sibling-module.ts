/** Finds modules that run as a thread or process of their own, in the source tree and in the built server alike. */

const isSource = import.meta.url.endsWith('.ts')

/** @param name a module of this folder without its extension; in the built server an entry of its own */
export const siblingModule = (name: string): URL => new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)

/** What Node needs to run such a module: sources need the TypeScript loader, whoever loaded this module. */
export const loaderArguments = (): string[] => (isSource ? ['--import', 'tsx'] : [])
