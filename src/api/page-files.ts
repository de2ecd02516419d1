/** The page's own files, asked for past what the device has of them. */

const timeoutMs = 5_000
/** No installed version answers an address with a question in it. */
const documentPath = '/index.html?now'

/** Whether the server that the page came from answers now, and not a portal in its place. */
export async function isServerReachable(): Promise<boolean> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const answer = await fetch(documentPath, { cache: 'no-store', signal: controller.signal })
    return answer.ok && (await answer.text()).includes('<div id="root">')
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Puts what the server has now in the place of what the browser's cache has under these addresses. */
export async function fetchAgain(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => fetch(address, { cache: 'reload' }).catch(() => undefined)))
}
