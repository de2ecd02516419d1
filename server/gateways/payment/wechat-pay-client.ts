import { Wechatpay } from 'wechatpay-axios-plugin'
import type { WechatPayConfig } from '#server/config/payment.ts'

/** Signed requests to WeChat Pay, and what is left of its refusals. */

const timeoutMs = 6000

/** What the provider said, without the request: that holds the signature, and the library's errors the key. */
export class WechatPayError extends Error {
  override readonly name = 'WechatPayError'
  readonly status: number | undefined
  /** WeChat's own word for a refusal, e.g. `ORDERPAID`; a word of the library where WeChat gave none. */
  readonly code: string
  constructor(status: number | undefined, code: unknown) {
    const word = typeof code === 'string' ? code : ''
    super(`WeChat Pay answered ${status ?? 'nothing'} ${word}`.trim())
    this.status = status
    this.code = word
  }
}

/**
 * Whether WeChat refused with one of these codes. The status alone is not enough: refusals are not signed, and a
 * page of 404 may come from anything on the way.
 */
export function isRefusal(error: unknown, codes: readonly string[]): error is WechatPayError {
  return error instanceof WechatPayError && error.status !== undefined && codes.includes(error.code)
}

type Reply = { status: number; data: Record<string, unknown> }
type Failure = { code?: unknown; response?: { status?: number; data?: { code?: unknown } } }

export type WechatPayCall = (
  method: 'get' | 'post',
  path: string,
  data?: object,
  params?: object,
) => Promise<Record<string, unknown>>

/** @returns a call that throws WechatPayError when WeChat refuses, does not answer, or another server answers */
export function createWechatPayCall(config: WechatPayConfig): WechatPayCall {
  const { client } = new Wechatpay({
    mchid: config.merchantId,
    serial: config.serial,
    privateKey: config.privateKey,
    certs: { [config.publicKeyId]: config.publicKey },
    baseURL: config.apiUrl,
    timeout: timeoutMs,
    maxRedirects: 0,
    headers: { 'Wechatpay-Serial': config.publicKeyId },
  }) as unknown as {
    client: { request: (path: string, method: string, data?: object, options?: object) => Promise<Reply> }
  }
  return async (method, path, data, params) => {
    try {
      return (await client.request(path, method, data, { params })).data
    } catch (error) {
      const { response, code } = error as Failure
      throw new WechatPayError(response?.status, response?.data?.code ?? code)
    }
  }
}
