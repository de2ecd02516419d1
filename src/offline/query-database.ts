import { clear, createStore, type UseStore } from 'idb-keyval'

/** Where React Query's replies of an account are kept. Apart from the persister, so that the worker needs neither. */

const storeName = 'queries'
export const queryDatabaseName = (accountId: string): string => `zhika-queries:${accountId}`

export const openQueryDatabase = (accountId: string): UseStore =>
  createStore(queryDatabaseName(accountId), storeName)

/** A reply that was under way when its owner signed out must not be stored: each wipe begins a new generation. */
const generations = new Map<string, number>()
export const generationOf = (accountId: string): number => generations.get(accountId) ?? 0

/**
 * Removes all replies of an account. The database itself stays: its deletion would wait for the
 * connections of every tab, and an opening after it for the deletion.
 */
export const clearQueryStorage = (accountId: string): Promise<void> => {
  generations.set(accountId, generationOf(accountId) + 1)
  return clear(openQueryDatabase(accountId))
}
