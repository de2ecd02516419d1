import { parentPort, workerData } from 'node:worker_threads'
import { openPgliteBackend } from './pglite-backend.ts'
import type { WorkerReply, WorkerRequest } from './worker-backend.ts'

/** The thread that the embedded engine runs in: its long queries do not hold up HTTP. */

const port = parentPort!
const backend = await openPgliteBackend({ folder: workerData.folder as string, durable: true })
const exec = await backend.open()

const answer = async (request: WorkerRequest): Promise<Uint8Array> => {
  if (request.batch) return exec(request.batch)
  await backend.close()
  return new Uint8Array()
}

const handle = async (request: WorkerRequest): Promise<void> => {
  try {
    const bytes = new Uint8Array(await answer(request))
    port.postMessage({ id: request.id, bytes } satisfies WorkerReply, [bytes.buffer])
  } catch (error) {
    port.postMessage({ id: request.id, error } satisfies WorkerReply)
  }
}

port.on('message', (request: WorkerRequest) => void handle(request))
port.postMessage({ id: 0, bytes: new Uint8Array() } satisfies WorkerReply)
