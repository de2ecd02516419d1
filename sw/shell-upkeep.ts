import type { ShellState } from './messages.ts'
import type { ShellCache } from './shell-cache.ts'
import { fetchFile, provenCopy, type ShellFile } from './shell-file.ts'

/** Keeps all files of a build on the device: those that are missing or spoiled are fetched again, and no others. */
export type ShellUpkeep = {
  state: () => Promise<NonNullable<ShellState>>
  /**
   * Fetches what is missing, a handful at once; what has arrived stays, whatever becomes of the rest.
   * @throws Error when something is still missing
   */
  complete: (files: readonly ShellFile[], onArrival?: () => void) => Promise<void>
  /** @throws Error when the file neither is here nor comes */
  read: (file: ShellFile) => Promise<Response>
}

const atOnce = 6

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  if (failures.length > 0) throw failures[0]
}

export function shellUpkeep(files: readonly ShellFile[], cache: ShellCache): ShellUpkeep {
  /** Read and found whole since this worker began. */
  const proven = new Set<string>()
  const arriving = new Map<string, Promise<void>>()

  const isWhole = async (file: ShellFile, paths: ReadonlySet<string>): Promise<boolean> => {
    if (!paths.has(file.path)) return false
    if (proven.has(file.path)) return true
    const kept = await cache.find(file.path)
    if (kept === undefined || (await provenCopy(file, kept)) === undefined) return false
    proven.add(file.path)
    return true
  }

  const missingOf = async (wanted: readonly ShellFile[]): Promise<ShellFile[]> => {
    const paths = await cache.paths()
    const missing: ShellFile[] = []
    for (const file of wanted) if (!(await isWhole(file, paths))) missing.push(file)
    return missing
  }

  const bring = async (file: ShellFile): Promise<void> => {
    // Most files of a build are those of the build before.
    const other = await caches.match(file.path)
    const copy = other && (await provenCopy(file, other))
    await cache.keep(file.path, copy ?? (await fetchFile(file)))
    proven.add(file.path)
  }

  const fetchMissing = (file: ShellFile): Promise<void> => {
    const known = arriving.get(file.path)
    if (known !== undefined) return known
    const arrival = bring(file).finally(() => arriving.delete(file.path))
    arriving.set(file.path, arrival)
    return arrival
  }

  return {
    state: async () => ({ kept: files.length - (await missingOf(files)).length, total: files.length }),
    complete: async (wanted, onArrival) => {
      await sideBySide(await missingOf(wanted), async (file) => {
        await fetchMissing(file)
        onArrival?.()
      })
    },
    read: async (file) => {
      const kept = await cache.find(file.path)
      if (kept !== undefined) return kept
      proven.delete(file.path)
      await fetchMissing(file)
      const fetched = await cache.find(file.path)
      if (fetched === undefined) throw new Error(`${file.path} was not kept`)
      return fetched
    },
  }
}
