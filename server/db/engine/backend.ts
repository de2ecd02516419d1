/** Runs one batch of whole protocol messages and gives the reply. Batches run in the order of the calls. */
export type Exec = (batch: Uint8Array) => Promise<Uint8Array>

/** The embedded engine: one PostgreSQL session in WebAssembly, in this thread or in a worker. */
export type Backend = {
  /**
   * Starts a conversation. Its `Exec` fails for good when the engine behind it dies, also in the middle of a
   * transaction; a new conversation then finds a new engine.
   */
  open: () => Promise<Exec>
  /** Writes all back to disk and stops the engine. */
  close: () => Promise<void>
}
