/**
 * The student's openid in WeChat with the time at which it came (specification, section 4). The server keeps it with
 * the session for paying, so it goes with the session: the login page forgets it. A browser may refuse storage: then
 * it is asked for again.
 */

const openidKey = 'wechat_openid'
const timeKey = 'wechat_openid_at'
const askedKey = 'wechat_openid_asked'

export type WechatOpenid = { openid: string; at: string }

export function readWechatOpenid(): WechatOpenid | null {
  try {
    const [openid, at] = [localStorage.getItem(openidKey), localStorage.getItem(timeKey)]
    return openid === null || at === null ? null : { openid, at }
  } catch {
    return null
  }
}

export function keepWechatOpenid(openid: string, at: Date): void {
  try {
    localStorage.setItem(openidKey, openid)
    localStorage.setItem(timeKey, at.toISOString())
  } catch {
    return
  }
}

export function forgetWechatOpenid(): void {
  try {
    for (const key of [openidKey, timeKey]) localStorage.removeItem(key)
    sessionStorage.removeItem(askedKey)
  } catch {
    return
  }
}

/** Whether this tab may be sent to WeChat for it: once, since a refusal must not send it there again and again. */
export function takeOpenidTurn(): boolean {
  try {
    if (sessionStorage.getItem(askedKey) !== null) return false
    sessionStorage.setItem(askedKey, '1')
    return true
  } catch {
    return false
  }
}
