import { isInWeChat } from './host-app.ts'

/** What the page can do with WeChat. */

type Bridge = {
  invoke: (
    name: 'getBrandWCPayRequest',
    params: Record<string, string>,
    done: (result: { err_msg?: string }) => void,
  ) => void
}

const bridge = (): Bridge | undefined => (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge

export function isPhone(agent = navigator.userAgent): boolean {
  return /Mobi|Android|iPhone|iPad/i.test(agent)
}

/** How WeChat Pay is opened here. */
export function paymentScene(): 'jsapi' | 'h5' | 'native' {
  return isInWeChat() ? 'jsapi' : isPhone() ? 'h5' : 'native'
}

/**
 * Opens WeChat's cashier. What it says is a hint only: the server asks WeChat Pay.
 * @returns when the cashier has closed, or at once where there is none
 */
export function openWechatCashier(params: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const open = bridge()
    if (open === undefined) return resolve()
    open.invoke('getBrandWCPayRequest', params, () => resolve())
  })
}
