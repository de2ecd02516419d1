import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Starts modules of this folder as a thread or a process of their own, in the source tree and in the built server. */

const isSource = import.meta.url.endsWith('.ts')

/** In the built server each such module is an entry of its own, see build/server.config.ts. */
const siblingModule = (name: string): URL => new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)

/** By its address: a bare `tsx` would be looked for from the folder that the process runs in. */
const typescriptLoader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** @param name a module of this folder without its extension */
export function startWorker(name: string, workerData: object): Worker {
  const module = siblingModule(name)
  if (!isSource) return new Worker(module, { workerData, execArgv: [] })
  const loader = new URL('./typescript-worker.mjs', import.meta.url)
  return new Worker(loader, { workerData: { ...workerData, module: module.href }, execArgv: [] })
}

/** Node's arguments that run the module as a process. */
export function processArguments(name: string): string[] {
  return [...(isSource ? ['--import', typescriptLoader()] : []), fileURLToPath(siblingModule(name))]
}
