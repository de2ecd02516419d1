import { createHash, createHmac } from 'node:crypto'

/**
 * Tencent Cloud's signature v3, TC3-HMAC-SHA256, for a POST to `/` without a query. Its description and the
 * example that the test repeats: https://cloud.tencent.com/document/api/213/30654
 */

export const tc3Algorithm = 'TC3-HMAC-SHA256'

export type Tc3Request = {
  /** The product as its host begins, e.g. `sms`. */
  service: string
  host: string
  contentType: string
  /** `X-TC-Action` */
  action: string
  /** The body, byte for byte as it is sent. */
  payload: string
  /** `X-TC-Timestamp`; the provider accepts five minutes of difference. */
  timestampSeconds: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** @returns the value of the Authorization header */
export function tc3Authorization(
  { secretId, secretKey }: { secretId: string; secretKey: string },
  { service, host, contentType, action, payload, timestampSeconds }: Tc3Request,
): string {
  const signedHeaders = 'content-type;host;x-tc-action'
  const canonicalRequest = [
    'POST',
    '/',
    '',
    `content-type:${contentType.toLowerCase()}`,
    `host:${host.toLowerCase()}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    signedHeaders,
    sha256(payload),
  ].join('\n')
  const date = new Date(timestampSeconds * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const toSign = [tc3Algorithm, timestampSeconds, scope, sha256(canonicalRequest)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, toSign).toString('hex')
  return `${tc3Algorithm} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}
