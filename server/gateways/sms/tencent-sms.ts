import { codeLifetimeSeconds, type SmsPurpose } from '#contract/account.ts'
import { proofWaitHours } from '#contract/limits.ts'
import { SmsBadNumber, SmsTooOften, SmsUncertain, type SmsGateway, type SmsNotice } from './sms-gateway.ts'
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
  templates: Readonly<Record<SmsPurpose, string>>
  /** An approved template with one parameter: in how many hours the account may be changed. */
  noticeTemplates: Readonly<Record<SmsNotice, string>>
}

const timeoutMs = 5000
const contentType = 'application/json; charset=utf-8'

type SendSmsReply = {
  Response?: { RequestId?: string; Error?: { Code: string }; SendStatusSet?: { Code: string }[] }
}

/** The provider's names of what went wrong: https://cloud.tencent.com/document/api/382/59177 */
const failureOf = (code: string, problem: string): Error => {
  // Limits of one phone; those of the whole account are the operator's trouble, not the student's.
  if (/^LimitExceeded\.(PhoneNumber|DeliveryFrequency)/.test(code)) return new SmsTooOften(problem)
  if (code === 'InvalidParameterValue.IncorrectPhoneNumber') return new SmsBadNumber(problem, 'unknown')
  if (code === 'FailedOperation.PhoneNumberInBlacklist') return new SmsBadNumber(problem, 'unsubscribed')
  // The provider's own parts did not hear from each other in time.
  return code === 'InternalError.Timeout' ? new SmsUncertain(problem) : new Error(problem)
}

/**
 * The provider's messages repeat the phone: only codes go on. Without the provider's code it is not known whether the
 * request came through to it.
 */
const readOutcome = (status: number, text: string): void => {
  let reply: SendSmsReply['Response']
  try {
    reply = (JSON.parse(text) as SendSmsReply | null)?.Response
  } catch {
    throw new SmsUncertain(`Tencent Cloud SMS answered ${status} without JSON`)
  }
  const code = reply?.Error?.Code ?? reply?.SendStatusSet?.[0]?.Code
  if (code === 'Ok') return
  const problem = `Tencent Cloud SMS answered ${code ?? 'nothing'}, request ${reply?.RequestId ?? 'unnamed'}`
  throw code === undefined ? new SmsUncertain(problem) : failureOf(code, problem)
}

/** Failures after which the provider may have the request all the same. */
const uncertainFailures = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_BODY_TIMEOUT',
])

/** Names that begin with `HPE_` stand for an answer that is no HTTP. */
const mayHaveArrived = ({ name, cause }: Error): boolean => {
  const { code = '' } = (cause ?? {}) as { code?: string }
  return name === 'TimeoutError' || uncertainFailures.has(code) || code.startsWith('HPE_')
}

const noAnswer = (cause: unknown): SmsUncertain =>
  new SmsUncertain('Tencent Cloud SMS did not answer', { cause })

/** Where no connection came about, TLS included, or a redirect leads away, nothing was sent. */
const failedRequest = (error: unknown): Error =>
  mayHaveArrived(error as Error)
    ? noAnswer(error)
    : new Error('the request did not reach Tencent Cloud SMS', { cause: error })

const post = async (url: string, request: RequestInit): Promise<{ status: number; text: string }> => {
  const response = await fetch(url, { ...request, method: 'POST', redirect: 'error' }).catch((error) => {
    throw failedRequest(error)
  })
  const text = await response.text().catch((error) => {
    throw noAnswer(error)
  })
  return { status: response.status, text }
}

export function createTencentSms(
  config: TencentSmsConfig,
  deps: { clock: () => Date; timeoutMs?: number },
): SmsGateway {
  const send = async (phone: string, template: string, params: string[]): Promise<void> => {
    const payload = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: config.appId,
      SignName: config.sign,
      TemplateId: template,
      TemplateParamSet: params,
    })
    const action = 'SendSms'
    const timestampSeconds = Math.floor(deps.clock().getTime() / 1000)
    const { host } = new URL(config.url)
    const { status, text } = await post(config.url, {
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
      signal: AbortSignal.timeout(deps.timeoutMs ?? timeoutMs),
    })
    readOutcome(status, text)
  }

  return {
    revealsCodes: false,
    sendCode: (phone, code, purpose) =>
      send(phone, config.templates[purpose], [code, String(codeLifetimeSeconds / 60)]),
    sendNotice: (phone, notice) => send(phone, config.noticeTemplates[notice], [String(proofWaitHours)]),
  }
}
