import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Holds each of several processes to the same small share of one processor. */
export type CpuShare = {
  /** How it is done, in Chinese, for the report. */
  means: string
  hold: (pid: number) => void
  /** Lets go of all of them; call it after they have ended. */
  end: () => void
}

const periodMicros = 20_000

/** By the kernel: the share is a quota in each period, whether the process wants more or not. */
const byCgroup = (
  folder: string,
  write: (group: string, quotaMicros: number) => void,
  share: number,
): CpuShare => {
  const groups: string[] = []
  return {
    means: 'cgroup',
    hold: (pid) => {
      const group = join(folder, `zhika-bench-${pid}`)
      mkdirSync(group)
      groups.push(group)
      write(group, Math.round(periodMicros * share))
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
    },
    end: () => {
      for (const group of groups) rmdirSync(group)
    },
  }
}

const writeV2 = (group: string, quota: number): void =>
  writeFileSync(join(group, 'cpu.max'), `${quota} ${periodMicros}`)

const writeV1 = (group: string, quota: number): void => {
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodMicros))
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
}

/** Where no quota may be set: each process runs for its part of every tenth of a second and stands still otherwise. */
const byDutyCycle = (share: number): CpuShare => {
  const cycleMs = 100
  const pids = new Set<number>()
  const send = (pid: number, signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal)
    } catch {
      pids.delete(pid)
    }
  }
  const timer = setInterval(() => {
    for (const pid of pids) send(pid, 'SIGCONT')
    setTimeout(() => {
      for (const pid of pids) send(pid, 'SIGSTOP')
    }, cycleMs * share)
  }, cycleMs)
  return {
    means: 'SIGSTOP/SIGCONT',
    hold: (pid) => pids.add(pid),
    end: () => {
      clearInterval(timer)
      for (const pid of pids) send(pid, 'SIGCONT')
      pids.clear()
    },
  }
}

/** Whether a group made below has a quota that can be written and that holds. */
const canSet = (folder: string, file: string, value: string): boolean => {
  const probe = join(folder, `zhika-bench-probe-${process.pid}`)
  try {
    mkdirSync(probe)
    try {
      if (!existsSync(join(probe, file))) return false
      writeFileSync(join(probe, file), value)
      return true
    } finally {
      rmdirSync(probe)
    }
  } catch {
    return false
  }
}

/** @param share part of one processor, 0 to 1 */
export function createCpuShare(share: number): CpuShare {
  if (canSet('/sys/fs/cgroup', 'cpu.max', '10000 20000')) return byCgroup('/sys/fs/cgroup', writeV2, share)
  if (canSet('/sys/fs/cgroup/cpu', 'cpu.cfs_quota_us', '10000'))
    return byCgroup('/sys/fs/cgroup/cpu', writeV1, share)
  return byDutyCycle(share)
}
