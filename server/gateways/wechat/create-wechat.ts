import { createServiceAccount, type ServiceAccountConfig } from './service-account.ts'
import { createSimulatedApi, simulatedAccount } from './simulator/simulated-api.ts'
import type { WechatGateway } from './wechat-gateway.ts'

export type WechatConfig =
  | ({ provider: 'wechat' } & ServiceAccountConfig)
  /** The embedded default: the same adapter, talking to a WeChat that this process plays. */
  | { provider: 'simulator' }
  | { provider: 'off' }

/** @param secret keys the simulator's codes @returns null when WeChat is off */
export function createWechat(
  config: WechatConfig,
  { secret, clock }: { secret: string; clock: () => Date },
): WechatGateway | null {
  if (config.provider === 'off') return null
  if (config.provider === 'wechat') return createServiceAccount(config)
  return createServiceAccount(simulatedAccount, { fetch: createSimulatedApi({ secret, clock }) })
}
