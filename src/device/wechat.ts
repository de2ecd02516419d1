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

const isPhone = (agent = navigator.userAgent): boolean => /Mobi|Android|iPhone|iPad/i.test(agent)

/** How WeChat Pay is opened here. */
export const paymentScene = (): 'jsapi' | 'h5' | 'native' =>
  isInWeChat() ? 'jsapi' : isPhone() ? 'h5' : 'native'

/**
 * Opens WeChat's cashier. What it says is a hint only: the server asks WeChat Pay.
 * @returns when the cashier has closed, or at once where there is none
 */
export const openWechatCashier = (params: Record<string, string>): Promise<void> =>
  new Promise((resolve) => {
    const open = bridge()
    if (open === undefined) return resolve()
    open.invoke('getBrandWCPayRequest', params, () => resolve())
  })
