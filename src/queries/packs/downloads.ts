import { useCallback, useSyncExternalStore } from 'react'
import type { Catalogue } from '#contract/packs.ts'
import type { Account } from '#src/offline/account.ts'
import type { AskCatalogue, DownloadProgress } from '#src/offline/library.ts'
import { useRuntime, type Runtime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { useStoredValue } from '../stored-value.ts'

/** Downloads that run in this tab. What is on the device already is read from its database. */

type DownloadState = ({ status: 'running' } & DownloadProgress) | { status: 'failed'; error: unknown }

const running = new Map<string, DownloadState>()
const listeners = new Set<() => void>()

const keyOf = (accountId: string, packId: string): string => `${accountId}/${packId}`

const set = (key: string, state: DownloadState | undefined): void => {
  if (state === undefined) running.delete(key)
  else running.set(key, state)
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Downloadable = Parameters<Account['download']>[0]

/** Brings a pack to the device; a second call while one runs does nothing. Never rejects. */
export async function startDownload(
  runtime: Runtime,
  accountId: string,
  pack: Downloadable,
  askCatalogue?: AskCatalogue,
  version?: string,
): Promise<void> {
  const key = keyOf(accountId, pack.id)
  if (running.get(key)?.status === 'running') return
  set(key, { status: 'running', done: 0, total: 0 })
  try {
    const account = await runtime.account(accountId)
    await account.download(pack, {
      askCatalogue,
      version,
      onProgress: (progress) => set(key, { status: 'running', ...progress }),
    })
    set(key, undefined)
  } catch (error) {
    set(key, { status: 'failed', error })
  }
}

export type PackDownload = { status: 'unknown' | 'absent' | 'ready' } | DownloadState

/** Where a pack's download stands, with the way to start it. */
export function useDownload(
  pack: Downloadable | undefined,
  askCatalogue?: AskCatalogue,
): { state: PackDownload; start: () => void } {
  const runtime = useRuntime()
  const accountId = useAccountId()
  const packId = pack?.id ?? ''
  const active = useSyncExternalStore(subscribe, () => running.get(keyOf(accountId, packId)))
  const read = useCallback(
    async (account: Account) => (await account.pack(packId))?.status ?? 'absent',
    [packId],
  )
  const stored = useStoredValue(read, ['packs'])
  const resting: PackDownload = {
    status: stored === undefined ? 'unknown' : stored === 'ready' ? 'ready' : 'absent',
  }
  return {
    state: active ?? resting,
    start: () => {
      if (pack) void startDownload(runtime, accountId, pack, askCatalogue)
    },
  }
}

export type StoredPacks = Awaited<ReturnType<Account['packs']>>

export async function readReadyPacks(account: Account): Promise<StoredPacks> {
  return (await account.packs()).filter((pack) => pack.status === 'ready')
}

/** The catalogue that came with a pack's download; undefined until read or when there is none. */
export function useStoredCatalogue(packId: string): Catalogue | undefined {
  const read = useCallback((account: Account) => account.catalogue(packId), [packId])
  return useStoredValue<Catalogue | undefined>(read, ['packs'])
}

const readNothing = (): Promise<undefined> => Promise.resolve(undefined)

/**
 * Packs that are whole on this device; undefined until read.
 * @param isNeeded false: nothing is read
 */
export function useStoredPacks(isNeeded = true) {
  return useStoredValue<StoredPacks | undefined>(isNeeded ? readReadyPacks : readNothing, ['packs'])
}

/** Takes a pack off this device until the student asks for it again; answers and progress stay. */
export function useRemoveStoredPack() {
  const { account } = useRuntime()
  const accountId = useAccountId()
  return async (packId: string): Promise<void> => (await account(accountId)).removePack(packId)
}
