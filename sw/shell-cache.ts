/** Where the files of one build lie in Cache Storage, with what is known of the build itself. */

type ShellNote =
  /** It began to be installed. */
  | 'made'
  /** A page of it was drawn. */
  | 'started'
  /** A page of it was handed out before any had started. */
  | 'tried'
  /** A page of it said that it cannot start. */
  | 'failed'

export type ShellCache = {
  readonly name: string
  find: (path: string) => Promise<Response | undefined>
  keep: (path: string, response: Response) => Promise<void>
  drop: (path: string) => Promise<void>
  paths: () => Promise<Set<string>>
  /** Adds the moment to those that are known. */
  note: (note: ShellNote) => Promise<void>
  /** The moments, the latest last; empty when it never happened. */
  noted: (note: ShellNote) => Promise<number[]>
}

const prefix = 'zhika-shell-'
/** What the worker kept its files in before it proved them. */
const unproven = 'workbox-precache'
const keptMoments = 5

const keyOf = (note: ShellNote): string => `/.shell/${note}`

const shellCache = (name: string): ShellCache => {
  const open = (): Promise<Cache> => caches.open(name)
  const find = async (path: string): Promise<Response | undefined> => (await open()).match(path)
  const noted = async (note: ShellNote): Promise<number[]> => {
    const moments = await find(keyOf(note))
    return moments === undefined ? [] : ((await moments.json()) as number[])
  }
  return {
    name,
    find,
    keep: async (path, response) => (await open()).put(path, response),
    drop: async (path) => void (await (await open()).delete(path)),
    paths: async () => {
      const requests = await (await open()).keys()
      return new Set(requests.map(({ url }) => new URL(url).pathname))
    },
    note: async (note) => {
      const moments = [...(await noted(note)), Date.now()].slice(-keptMoments)
      await (await open()).put(keyOf(note), new Response(JSON.stringify(moments)))
    },
    noted,
  }
}

/** @param build what distinguishes it from all others */
export function shellCacheOf(build: string): ShellCache {
  return shellCache(prefix + build)
}

const latest = (moments: readonly number[]): number => moments.at(-1) ?? 0

async function otherShells(own: ShellCache): Promise<ShellCache[]> {
  const names = await caches.keys()
  return names.filter((name) => name.startsWith(prefix) && name !== own.name).map(shellCache)
}

/** @returns when a page of it last started; 0: none has */
export async function startedAt(shell: ShellCache): Promise<number> {
  return latest(await shell.noted('started'))
}

/** @returns the build that started last, besides this one */
export async function formerShell(own: ShellCache): Promise<ShellCache | undefined> {
  let former: ShellCache | undefined
  let formerAt = 0
  for (const shell of await otherShells(own)) {
    const at = await startedAt(shell)
    if (at > formerAt) [former, formerAt] = [shell, at]
  }
  return former
}

/**
 * Drops the builds before this one, but the last that has started: its tabs may still be open, without a network. A
 * later one is being installed.
 */
export async function dropOlderShells(own: ShellCache): Promise<void> {
  const madeAt = latest(await own.noted('made'))
  const former = await formerShell(own)
  for (const shell of await otherShells(own)) {
    if (shell.name !== former?.name && latest(await shell.noted('made')) < madeAt)
      await caches.delete(shell.name)
  }
  for (const name of await caches.keys()) if (name.startsWith(unproven)) await caches.delete(name)
}
