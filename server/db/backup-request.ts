import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { folderSocketPath } from './folder-lock.ts'

/**
 * How `db:backup` asks the process that holds the folder for a backup: one line over the lock's socket. Every
 * user of the machine can reach an abstract socket, so the line is a secret that only the folder's owner can read.
 */

const secretFile = (dataDir: string) => join(dataDir, 'owner-secret')

type Answer = { folder: string } | { error: string }

const readLine = async (socket: Socket): Promise<string> => {
  for await (const line of createInterface({ input: socket })) return line
  return ''
}

const isSame = (given: string, secret: string) =>
  given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret))

/** @returns what answers a connection to the lock's socket by running `backUp` */
export const answerBackupRequests = async (dataDir: string, backUp: () => Promise<string>) => {
  const secret = randomBytes(24).toString('base64url')
  await writeFile(secretFile(dataDir), secret, { mode: 0o600 })

  const answer = async (socket: Socket): Promise<void> => {
    socket.setTimeout(5000, () => socket.destroy())
    if (!isSame(await readLine(socket), secret)) return void socket.destroy()
    socket.setTimeout(0)
    const reply: Answer = await backUp().then(
      (folder) => ({ folder }),
      (error: unknown) => ({ error: String(error) }),
    )
    socket.end(`${JSON.stringify(reply)}\n`)
  }
  return (socket: Socket): void => {
    answer(socket).catch(() => socket.destroy())
  }
}

/**
 * Has the process that holds the folder back it up.
 * @returns the backup's folder
 * @throws when no process answers
 */
export const requestBackup = async (dataDir: string): Promise<string> => {
  const secret = await readFile(secretFile(dataDir), 'utf8')
  const socket = connect({ path: await folderSocketPath(dataDir) })
  socket.write(`${secret}\n`)
  const line = await readLine(socket)
  if (!line) throw new Error('正在运行的服务没有回应备份请求。')
  const answer = JSON.parse(line) as Answer
  if ('error' in answer) throw new Error(answer.error)
  return answer.folder
}
