/**
 * The licences of what the app is made of: a file of the build, not of the API.
 * @throws Error when there is no such file, or no network
 */
export async function fetchNotices(signal: AbortSignal): Promise<string> {
  const response = await fetch('/notices.txt', { signal })
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true
  if (!response.ok || !isText) throw new Error(`notices.txt: ${response.status}`)
  return response.text()
}
