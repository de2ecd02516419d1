import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WechatScope } from '../wechat-gateway.ts'

/** What the authorise page passes to the token call in the code, so that any process can exchange it. */
export type SimulatedConsent = {
  user: string
  scope: WechatScope
  isSnapshot: boolean
  expiresAtMs: number
  /** Makes each code another one. */
  nonce: string
}

const seal = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`wechat-simulator:${text}`).digest()

export function sealCode(secret: string, consent: SimulatedConsent): string {
  const text = Buffer.from(JSON.stringify(consent)).toString('base64url')
  return `${text}.${seal(secret, text).toString('base64url')}`
}

/** @returns undefined for a code that the simulator has not given */
export function openCode(secret: string, code: string): SimulatedConsent | undefined {
  const [text = '', sealed = ''] = code.split('.')
  const sent = Buffer.from(sealed, 'base64url')
  const right = seal(secret, text)
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as SimulatedConsent
}
