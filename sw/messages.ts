/** What the page sends to the worker. `entry` is the address of the page's own first script: it names the build. */
export type WorkerMessage =
  /** The page is at a safe point: the waiting worker may take over. */
  | { type: 'skip-waiting' }
  /** The page has started. */
  | { type: 'shell-started'; entry: string }
  /** The page cannot start. Answered by `ShellFailureReply`. */
  | { type: 'shell-failed'; entry: string }
  /** Whether the app starts without a network. Answered by `ShellState`, again with each file that arrives. */
  | { type: 'shell-state'; entry: string }

/** How much of the page's build is on the device, each file held against its hash; null: the worker is of another build. */
export type ShellState = { kept: number; total: number } | null

/** Whether the build before is there: the page then only loads itself again. */
export type ShellFailureReply = { hasFormer: boolean }
