import type { Backend, Exec } from './backend.ts'
import type { DatabaseLog } from '../database.ts'
import { startWorker } from './sibling-module.ts'

/** One batch of protocol messages to run, or none: then the worker closes the engine. */
export type WorkerRequest = { id: number; batch?: Uint8Array }
/** The answer to the request of this id; id 0 says that the engine is open. */
export type WorkerReply = { id: number; bytes: Uint8Array } | { id: number; error: unknown }

type Engine = {
  ready: Promise<Uint8Array>
  request: (batch?: Uint8Array) => Promise<Uint8Array>
  stop: () => Promise<unknown>
}

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void }

const startEngine = (folder: string, onDeath: (error: Error) => void): Engine => {
  const worker = startWorker('pglite.worker', { folder })
  const waiting = new Map<number, Waiting>()
  let death: Error | undefined
  let lastId = 0

  const expect = (id: number) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (death) reject(death)
      else waiting.set(id, { resolve, reject })
    })

  const die = (error: Error) => {
    if (death) return
    death = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    onDeath(error)
  }

  worker.on('message', (reply: WorkerReply) => {
    const caller = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) caller?.reject(reply.error)
    else caller?.resolve(reply.bytes)
  })
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`the embedded database stopped with code ${code}`)))

  return {
    ready: expect(0),
    request: (batch) => {
      lastId += 1
      const answer = expect(lastId)
      if (death) return answer
      if (!batch) {
        worker.postMessage({ id: lastId } satisfies WorkerRequest)
        return answer
      }
      // Its own copy: the driver's buffer may be a small part of a large shared one.
      const bytes = new Uint8Array(batch)
      worker.postMessage({ id: lastId, batch: bytes } satisfies WorkerRequest, [bytes.buffer])
      return answer
    },
    stop: () => worker.terminate(),
  }
}

/**
 * Begins to open a cluster in a worker thread; the first conversation waits for it, and fails when it cannot be
 * opened. A dead engine is started again by the next conversation.
 */
export function startWorkerBackend(folder: string, log: DatabaseLog): Backend {
  let closing = false
  let engine: Engine | undefined

  const start = (): Engine => {
    const started = startEngine(folder, (error) => {
      if (engine === started) engine = undefined
      if (!closing) log.error({ err: error }, 'the embedded database died')
    })
    return started
  }

  const current = async (): Promise<Engine> => {
    engine ??= start()
    const opened = engine
    await opened.ready
    return opened
  }

  engine = start()
  // A failure reaches those who open a conversation.
  engine.ready.catch(() => undefined)
  return {
    open: async (): Promise<Exec> => (await current()).request,
    close: async () => {
      closing = true
      const last = engine
      if (!last) return
      await last.request()
      await last.stop()
    },
  }
}
