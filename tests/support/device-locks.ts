/** The Web Locks of one device, as far as the app uses them; those of a tab that dies are free again. */
export type DeviceLocks = {
  /** The view of one tab or worker. */
  of: (tab: object) => LockManager
  release: (tab: object) => void
}

export function createDeviceLocks(): DeviceLocks {
  const holders = new Map<string, object>()

  const request = async (
    tab: object,
    name: string,
    { ifAvailable }: LockOptions,
    work: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    if (!ifAvailable) throw new Error('the app never waits for a lock')
    if (holders.has(name)) return work(null)
    holders.set(name, tab)
    try {
      return await work({ name, mode: 'exclusive' })
    } finally {
      if (holders.get(name) === tab) holders.delete(name)
    }
  }

  return {
    of: (tab) =>
      ({
        request: (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
          request(tab, name, options, work),
        query: () => Promise.reject(new Error('the app never asks')),
      }) as LockManager,
    release: (tab) => {
      for (const [name, holder] of holders) if (holder === tab) holders.delete(name)
    },
  }
}
