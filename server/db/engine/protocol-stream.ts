import { Duplex } from 'node:stream'
import type { Backend, Exec } from './backend.ts'

/**
 * Stands in for the socket of the `pg` driver: hands each whole batch of protocol messages to the embedded
 * backend in one call and the reply back. The driver writes one message per chunk.
 */

const code = { query: 0x51, sync: 0x53, terminate: 0x58, startup: 0x00 }
const endsBatch = new Set([code.query, code.sync, code.startup])

const queryMessage = (text: string): Buffer => {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.writeUInt8(code.query)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** All connections share the one session of the backend: each starts by forgetting the last one's state. */
const forgetLastClient = async (exec: Exec) => {
  await exec(queryMessage('rollback'))
  await exec(queryMessage('discard all'))
}

export function openProtocolStream(backend: Backend): Duplex {
  let exec: Exec | undefined
  let batch: Buffer[] = []

  const run = async (message: Buffer) => {
    try {
      if (!exec) throw new Error('the embedded database is not connected')
      const reply = await exec(message)
      // Without this turn of the loop, a chain of awaited queries starves timers and HTTP.
      setImmediate(() => {
        if (!stream.destroyed) stream.push(reply)
      })
    } catch (error) {
      stream.destroy(error as Error)
    }
  }

  const take = (chunk: Buffer) => {
    if (chunk[0] === code.terminate) return
    batch.push(chunk)
    if (!endsBatch.has(chunk[0]!)) return
    const message = batch.length === 1 ? chunk : Buffer.concat(batch)
    batch = []
    void run(message)
  }

  const stream = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      take(chunk)
      done()
    },
    writev: (chunks, done) => {
      for (const { chunk } of chunks) take(chunk as Buffer)
      done()
    },
    final: (done) => {
      stream.push(null)
      done()
    },
  })

  const connect = async () => {
    try {
      const opened = await backend.open()
      await forgetLastClient(opened)
      exec = opened
      stream.emit('connect')
    } catch (error) {
      stream.destroy(error as Error)
    }
  }

  /** What the driver asks of a socket beyond a stream. */
  return Object.assign(stream, {
    connect: () => void connect(),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}
