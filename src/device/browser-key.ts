/**
 * Random text of this tab for one attempt to sign in by WeChat: what this browser starts, it alone can finish. It
 * has to outlive the way to WeChat and back, and nothing longer.
 */

const name = 'wechat_browser_key'

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')

export function newBrowserKey(): string {
  const key = base64Url(crypto.getRandomValues(new Uint8Array(32)))
  try {
    sessionStorage.setItem(name, key)
  } catch {
    // Without storage the QR code still works; the way through WeChat will be refused.
  }
  return key
}

/** The key of the attempt under way; null when this tab began none. */
export function keptBrowserKey(): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}
