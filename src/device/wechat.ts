/** What the page can know and do inside WeChat. */

type Bridge = {
  invoke: (
    name: 'getBrandWCPayRequest',
    params: Record<string, string>,
    done: (result: { err_msg?: string }) => void,
  ) => void
}

const bridge = (): Bridge | undefined => (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge

/** Inside WeChat's own browser, not in 企业微信. */
export const isInWechat = (agent = navigator.userAgent): boolean =>
  /MicroMessenger/i.test(agent) && !/wxwork/i.test(agent)

export const isPhone = (agent = navigator.userAgent): boolean => /Mobi|Android|iPhone|iPad/i.test(agent)

/** How WeChat Pay is opened here. */
export const paymentScene = (): 'jsapi' | 'h5' | 'native' =>
  isInWechat() ? 'jsapi' : isPhone() ? 'h5' : 'native'

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
