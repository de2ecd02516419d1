/** Which browser the page is in, as far as the way to the home screen differs. */

/** WeChat's own browser, not that of 企业微信, which has another account behind it. */
export function isInWeChat(userAgent: string = navigator.userAgent): boolean {
  return /MicroMessenger/i.test(userAgent) && !/wxwork/i.test(userAgent)
}

/** iPadOS calls itself a Mac, and no Mac has a touch screen. */
export function isOnIos(
  userAgent: string = navigator.userAgent,
  touchPoints: number = navigator.maxTouchPoints,
): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}

/** Opened from the home screen. */
export function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  )
}
