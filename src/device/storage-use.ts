export type StorageUse = {
  /** Bytes that this site has on the device, the app itself included. */
  used: number
  /** Bytes that the browser lets it have. */
  allowed: number
}

/** What the browser says of this site's storage; null where it does not say. */
export async function storageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined ? null : { used: usage, allowed: quota }
}
