const timeoutMs = 5_000

/** Whether the server that the page came from answers now; the worker's caches do not count. */
export const isServerReachable = async (): Promise<boolean> => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: controller.signal })
    return answer.ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
