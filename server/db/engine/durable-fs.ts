import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's file system on Node has no fsync, and starts PostgreSQL with fsync off: a power cut would lose
 * acknowledged commits and even whole tables. This one really syncs.
 */

type EmscriptenStream = { nfd?: number; node: object }
type EmscriptenModule = {
  FS: { ErrnoError: new (errno: number) => Error }
  NODEFS: {
    stream_ops: { fsync?: (stream: EmscriptenStream) => number }
    realPath: (node: object) => string
    convertNodeCode: (error: unknown) => number
  }
}

const syncFolder = (path: string) => {
  // Windows cannot open a folder, and NTFS journals its entries by itself.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const patchSync = (module: EmscriptenModule, syncFile: (descriptor: number) => void) => {
  const { NODEFS, FS } = module
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      // A folder is opened without a descriptor of the host.
      if (stream.nfd === undefined) syncFolder(NODEFS.realPath(stream.node))
      else syncFile(stream.nfd)
      return 0
    } catch (error) {
      // As an errno PostgreSQL sees it, and panics rather than acknowledging a lost commit.
      throw new FS.ErrnoError(NODEFS.convertNodeCode(error))
    }
  }
}

/** A folder of the host as PGlite's data directory, synced to disk by `syncFile`. */
export function createDurableFs(
  folder: string,
  syncFile: (descriptor: number) => void = fdatasyncSync,
): NodeFS {
  const nodeFs = new NodeFS(folder)
  const init = nodeFs.init.bind(nodeFs)
  nodeFs.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options)
    const preRun = emscriptenOpts.preRun ?? []
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(Array.isArray(preRun) ? preRun : [preRun]),
          (module: unknown) => patchSync(module as EmscriptenModule, syncFile),
        ],
      },
    }
  }
  return nodeFs
}
