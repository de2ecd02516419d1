import type { CodePurpose } from '#contract/account.ts'
import { codeLifetimeSeconds } from '#contract/account.ts'
import { SmsTooOften, type SmsGateway } from './sms-gateway.ts'
import { tc3Authorization } from './tc3.ts'

/** Tencent Cloud SMS, `SendSms` of 2021-01-11: https://cloud.tencent.com/document/api/382/55981 */

export type TencentSmsConfig = {
  /** `https://sms.tencentcloudapi.com`, or an address that leads there. */
  url: string
  region: string
  secretId: string
  secretKey: string
  appId: string
  /** The approved signature, which the message begins with. */
  sign: string
  /** Approved templates with two parameters: the code, and for how many minutes it is valid. */
  templates: Readonly<Record<CodePurpose, string>>
}

const timeoutMs = 5000
const contentType = 'application/json; charset=utf-8'

type SendSmsReply = {
  Response?: { RequestId?: string; Error?: { Code: string }; SendStatusSet?: { Code: string }[] }
}

/** Limits of one phone; those of the whole account are the operator's trouble, not the student's. */
const isLimitOfPhone = (code: string): boolean => /^LimitExceeded\.(PhoneNumber|DeliveryFrequency)/.test(code)

/** The provider's messages repeat the phone: only codes go on. */
const readOutcome = async (response: Response): Promise<void> => {
  const text = await response.text()
  let reply: SendSmsReply['Response']
  try {
    reply = (JSON.parse(text) as SendSmsReply | null)?.Response
  } catch {
    throw new Error(`Tencent Cloud SMS answered ${response.status} without JSON`)
  }
  const code = reply?.Error?.Code ?? reply?.SendStatusSet?.[0]?.Code ?? 'nothing'
  if (code === 'Ok') return
  const problem = `Tencent Cloud SMS answered ${code}, request ${reply?.RequestId ?? 'unnamed'}`
  throw isLimitOfPhone(code) ? new SmsTooOften(problem) : new Error(problem)
}

export const createTencentSms = (
  config: TencentSmsConfig,
  deps: { clock: () => Date; timeoutMs?: number },
): SmsGateway => ({
  revealsCodes: false,
  sendCode: async (phone, code, purpose) => {
    const payload = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: config.appId,
      SignName: config.sign,
      TemplateId: config.templates[purpose],
      TemplateParamSet: [code, String(codeLifetimeSeconds / 60)],
    })
    const action = 'SendSms'
    const timestampSeconds = Math.floor(deps.clock().getTime() / 1000)
    const { host } = new URL(config.url)
    const response = await fetch(config.url, {
      method: 'POST',
      headers: {
        authorization: tc3Authorization(config, {
          service: 'sms',
          host,
          contentType,
          action,
          payload,
          timestampSeconds,
        }),
        'content-type': contentType,
        'x-tc-action': action,
        'x-tc-version': '2021-01-11',
        'x-tc-region': config.region,
        'x-tc-timestamp': String(timestampSeconds),
      },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.timeout(deps.timeoutMs ?? timeoutMs),
    })
    await readOutcome(response)
  },
})
