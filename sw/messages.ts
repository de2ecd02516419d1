/** What the page tells the worker. */
export type WorkerMessage =
  /** The page is at a safe point: the waiting worker may take over. */
  | { type: 'skip-waiting' }
  /** Send what waits, e.g. where there is no SyncManager. */
  | { type: 'drain' }
