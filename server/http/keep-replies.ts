import { createHash } from 'node:crypto'
import { remember } from '#server/lib/remember.ts'

/** Replies that are the same for everybody, each kept with a version of its own. */

const changeForMs = 2000

export type KeptReply<T> = {
  /** For the ETag: changes with the data, and is the same in all processes. */
  version: string
  data: T
}

type Keeping = {
  clock: () => Date
  /** Cheap to read; changes with all that has to show at once. It is asked for every two seconds at most. */
  readChange: () => Promise<string>
  /** How old a reply may become while that stays the same: for what need not show at once. */
  forMs?: number
}

const versionOf = (data: object): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)

/**
 * Reads a reply when it is asked for and is missing, older than a change, or too old. Callers that come at once
 * share one load; a failure is not kept. Keys have to be few: none is ever forgotten.
 */
export function keepReplies<T extends object>({ clock, readChange, forMs = Infinity }: Keeping) {
  const lastChange = remember(changeForMs, clock, readChange)
  const kept = new Map<string, { change: string; until: number; reply: Promise<KeptReply<T>> }>()

  /** Data that did not change stays the same object, whose bytes are kept: see route.ts. */
  const read = async (
    load: () => Promise<T>,
    last: Promise<KeptReply<T>> | undefined,
  ): Promise<KeptReply<T>> => {
    const data = await load()
    const version = versionOf(data)
    const before = await last?.catch(() => undefined)
    return before?.version === version ? before : { version, data }
  }

  return async (key: string, load: () => Promise<T>): Promise<KeptReply<T>> => {
    const change = await lastChange()
    const now = clock().getTime()
    const known = kept.get(key)
    if (known?.change === change && now < known.until) return known.reply
    const mine = { change, until: now + forMs, reply: read(load, known?.reply) }
    kept.set(key, mine)
    mine.reply.catch(() => {
      if (kept.get(key) === mine) kept.delete(key)
    })
    return mine.reply
  }
}
