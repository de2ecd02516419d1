import {
  booleanFrom,
  ConfigError,
  oneOf,
  requiredText,
  siteUrlFrom,
  type Environment,
} from './environment.ts'
import type { SmsConfig } from '#server/gateways/sms/create-sms.ts'
import type { WechatConfig } from '#server/gateways/wechat/create-wechat.ts'

/**
 * Which providers stand behind the gateways. In production none of the embedded ones may be fallen back to in
 * silence: it has to be named, and `ALLOW_EMBEDDED_GATEWAYS=1` has to say that this is meant (a trial in one
 * classroom, a rehearsal).
 */
const refuseUnlessMeant = (env: Environment, variable: string, embedded: string): void => {
  if (booleanFrom(env, 'ALLOW_EMBEDDED_GATEWAYS', false)) return
  throw new ConfigError(
    variable,
    `生产环境不能用 ${embedded}；确实要试运行，请同时设置 ALLOW_EMBEDDED_GATEWAYS=1`,
  )
}

const requireNamed = (env: Environment, variable: string, problem: string): void => {
  if (!env[variable]?.trim()) throw new ConfigError(variable, problem)
}

export function smsFrom(env: Environment, production: boolean): SmsConfig {
  if (production) requireNamed(env, 'SMS_PROVIDER', '生产环境必须指定短信服务商')
  if (oneOf(env, 'SMS_PROVIDER', ['console', 'tencent'], 'console') === 'console') {
    if (production) refuseUnlessMeant(env, 'SMS_PROVIDER', 'console（验证码只写进日志）')
    return { provider: 'console' }
  }
  return {
    provider: 'tencent',
    url: siteUrlFrom(env, 'TENCENT_SMS_URL') ?? 'https://sms.tencentcloudapi.com',
    region: env['TENCENT_SMS_REGION']?.trim() || 'ap-guangzhou',
    secretId: requiredText(env, 'TENCENT_SMS_SECRET_ID'),
    secretKey: requiredText(env, 'TENCENT_SMS_SECRET_KEY'),
    appId: requiredText(env, 'TENCENT_SMS_APP_ID'),
    sign: requiredText(env, 'TENCENT_SMS_SIGN'),
    templates: {
      login: requiredText(env, 'TENCENT_SMS_TEMPLATE_LOGIN'),
      phone: requiredText(env, 'TENCENT_SMS_TEMPLATE_PHONE'),
      guardian: requiredText(env, 'TENCENT_SMS_TEMPLATE_GUARDIAN'),
      confirm: requiredText(env, 'TENCENT_SMS_TEMPLATE_CONFIRM'),
    },
    noticeTemplates: { proof_wait: requiredText(env, 'TENCENT_SMS_TEMPLATE_WAIT') },
  }
}

export function wechatFrom(env: Environment, production: boolean): WechatConfig {
  if (production) {
    requireNamed(env, 'WECHAT_PROVIDER', '生产环境必须指定 wechat；不提供微信登录请写 off')
  }
  const provider = oneOf(env, 'WECHAT_PROVIDER', ['wechat', 'simulator', 'off'], 'simulator')
  if (provider === 'off') return { provider }
  if (provider === 'simulator') {
    if (production) refuseUnlessMeant(env, 'WECHAT_PROVIDER', 'simulator（谁都能以任何人的身份登录）')
    return { provider }
  }
  return {
    provider,
    appId: requiredText(env, 'WECHAT_APP_ID'),
    appSecret: requiredText(env, 'WECHAT_APP_SECRET'),
    apiUrl: siteUrlFrom(env, 'WECHAT_API_URL') ?? 'https://api.weixin.qq.com',
    openUrl: siteUrlFrom(env, 'WECHAT_OPEN_URL') ?? 'https://open.weixin.qq.com',
  }
}

/**
 * Where browsers find the site. A server that sends browsers elsewhere and wants them back must know it: a Host
 * header is what the sender says.
 */
export function publicUrlFrom(env: Environment, required: boolean): string | undefined {
  if (required)
    requireNamed(env, 'PUBLIC_URL', '接入真实的微信或支付时必须填写网站地址，如 https://zhika.example.com')
  return siteUrlFrom(env, 'PUBLIC_URL')
}
