import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { pinTo } from './measured-process.ts'

const parentOf = (pid: number | string): number =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return parentOf(pid) === parent
      } catch {
        return false
      }
    })

/** Moves a PostgreSQL of this machine, with all that it starts later, onto these processors: `0,1`. */
export async function pinPostgres(databaseUrl: string, processors: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  for (const pid of [postmaster, ...childrenOf(postmaster)]) pinTo(pid, processors)
  await client.end()
}
