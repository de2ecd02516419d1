import type { Socket } from 'node:net'
import { createInterface } from 'node:readline/promises'
import { connectToHolder } from '../engine/socket-lock.ts'

/** How `db:backup` asks the process that holds the folder for a backup: one line over the lock's socket. */

const question = 'backup'
/** A process that only tries whether the holder answers sends nothing. */
const patienceMs = 5000

type Answer = { folder: string } | { error: string }

const readLine = async (socket: Socket): Promise<string> => {
  for await (const line of createInterface({ input: socket })) return line
  return ''
}

/** @returns what answers a connection to the lock's socket by running `backUp` */
export function answerBackupRequests(backUp: () => Promise<string>): (socket: Socket) => void {
  const answer = async (socket: Socket): Promise<void> => {
    socket.setTimeout(patienceMs, () => socket.destroy())
    if ((await readLine(socket)) !== question) return void socket.destroy()
    socket.setTimeout(0)
    const reply: Answer = await backUp().then(
      (folder) => ({ folder }),
      (error: unknown) => ({ error: String(error) }),
    )
    socket.end(`${JSON.stringify(reply)}\n`)
  }
  return (socket) => {
    answer(socket).catch(() => socket.destroy())
  }
}

/**
 * Has the process that holds the folder back it up.
 * @returns the backup's folder
 * @throws when no process answers
 */
export async function requestBackup(dataDir: string): Promise<string> {
  const socket = await connectToHolder(dataDir)
  socket.write(`${question}\n`)
  const line = await readLine(socket)
  if (!line) throw new Error('正在运行的服务没有回应备份请求。')
  const answer = JSON.parse(line) as Answer
  if ('error' in answer) throw new Error(answer.error)
  return answer.folder
}
