import { PGlite } from '@electric-sql/pglite'
import type { Backend, Exec } from './backend.ts'
import { assertCluster } from './cluster.ts'
import { createDurableFs } from './durable-fs.ts'

/** Small: the host's page cache holds the rest. jit needs LLVM, which WebAssembly has not. */
const settings = {
  shared_buffers: '64MB',
  jit: 'off',
  // fdatasync is empty in Emscripten; `fsync` arrives in durable-fs.ts.
  wal_sync_method: 'fsync',
  // No checkpointer runs in single-user mode: housekeeping.ts stands in for it, and old WAL need not be kept.
  min_wal_size: '32MB',
}

/** For what lives briefly, and for templates: log files kept for later would be half of what a first start copies. */
const briefSettings = { wal_recycle: 'off' }

const startParams = (durable: boolean): string[] => [
  // `-F` switches fsync off.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...(durable ? [] : ['-F']),
  ...Object.entries({ ...settings, ...(durable ? {} : briefSettings) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]),
]

type PgliteBackendOptions = {
  /** An existing cluster, see cluster.ts. */
  folder: string
  /** False only where the data may be lost: tests, and templates that are synced when they are copied. */
  durable: boolean
  /** Replaced by the test that counts. */
  syncFile?: (descriptor: number) => void
}

/**
 * Opens a cluster inside this thread.
 * @throws when there is none: PGlite itself would make one, half-written if it were killed
 */
export async function openPgliteBackend(options: PgliteBackendOptions): Promise<Backend> {
  await assertCluster(options.folder)
  const pglite = await PGlite.create({
    fs: createDurableFs(options.folder, options.syncFile),
    startParams: startParams(options.durable),
  })

  const exec: Exec = async (batch) => {
    const chunks: Uint8Array[] = []
    await pglite.execProtocolRawStream(batch, {
      // The bytes lie in the engine's memory and change after this call.
      onRawData: (bytes) => chunks.push(bytes.slice()),
      syncToFs: false,
    })
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  return { open: async () => exec, close: () => pglite.close() }
}
