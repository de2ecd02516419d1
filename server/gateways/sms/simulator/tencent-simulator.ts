import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tc3Algorithm, tc3Authorization } from '../tc3.ts'

/**
 * Stands in for Tencent Cloud SMS in tests: the same requests and replies, signatures verified, so that the
 * adapter that production uses is the one under test. Registers `POST /`.
 */

export type SimulatedSms = { phone: string; template: string; params: string[] }

export type TencentSimulatorOptions = {
  secretId: string
  secretKey: string
  appId: string
  sign: string
  templates: readonly string[]
  /** Templates with one parameter. */
  noticeTemplates?: readonly string[]
  /** Numbers, with +86, whose owners want no messages. */
  unsubscribed?: readonly string[]
  /** Numbers, with +86, that look like others and that no operator has given out. */
  unknown?: readonly string[]
  clock: () => Date
}

const maxDifferenceSeconds = 300
const phoneLimitMs = 30_000

type SendSmsBody = {
  PhoneNumberSet?: string[]
  SmsSdkAppId?: string
  SignName?: string
  TemplateId?: string
  TemplateParamSet?: string[]
}

const headerOf = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '')

/** @returns what the provider calls the problem; undefined for a request that is well signed */
const signatureProblem = (
  request: FastifyRequest,
  payload: string,
  { secretId, secretKey, clock }: TencentSimulatorOptions,
): string | undefined => {
  const authorization = headerOf(request, 'authorization')
  const sentId = new RegExp(`^${tc3Algorithm} Credential=([^/]+)/`).exec(authorization)?.[1]
  if (sentId === undefined) return 'AuthFailure.InvalidAuthorization'
  if (sentId !== secretId) return 'AuthFailure.SecretIdNotFound'
  const timestampSeconds = Number(headerOf(request, 'x-tc-timestamp'))
  const difference = Math.abs(clock().getTime() / 1000 - timestampSeconds)
  if (!(difference <= maxDifferenceSeconds)) return 'AuthFailure.SignatureExpire'
  const expected = tc3Authorization(
    { secretId, secretKey },
    {
      service: 'sms',
      host: headerOf(request, 'host'),
      contentType: headerOf(request, 'content-type'),
      action: headerOf(request, 'x-tc-action'),
      payload,
      timestampSeconds,
    },
  )
  return authorization === expected ? undefined : 'AuthFailure.SignatureFailure'
}

const bodyProblem = (body: SendSmsBody, options: TencentSimulatorOptions): string | undefined => {
  if (body.SmsSdkAppId !== options.appId) return 'InvalidParameterValue.SdkAppIdNotExist'
  if (body.SignName !== options.sign) return 'FailedOperation.SignatureIncorrectOrUnapproved'
  const template = body.TemplateId ?? ''
  const isNotice = options.noticeTemplates?.includes(template) === true
  if (!isNotice && !options.templates.includes(template)) {
    return 'FailedOperation.TemplateIncorrectOrUnapproved'
  }
  if (body.TemplateParamSet?.length !== (isNotice ? 1 : 2)) {
    return 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'
  }
  const phone = body.PhoneNumberSet?.[0] ?? ''
  if (!/^\+861[3-9]\d{9}$/.test(phone) || options.unknown?.includes(phone)) {
    return 'InvalidParameterValue.IncorrectPhoneNumber'
  }
  if (options.unsubscribed?.includes(phone)) return 'FailedOperation.PhoneNumberInBlacklist'
  return undefined
}

/** @returns the messages that went out, the last one last */
export function tencentSmsSimulator(
  app: FastifyInstance,
  options: TencentSimulatorOptions,
): { sent: readonly SimulatedSms[] } {
  const sent: SimulatedSms[] = []
  const lastSentMs = new Map<string, number>()

  /** The code that the provider gives for one phone; `Ok` when the message goes out. */
  const deliver = (body: SendSmsBody): string => {
    const problem = bodyProblem(body, options)
    if (problem) return problem
    const [phone = ''] = body.PhoneNumberSet ?? []
    const nowMs = options.clock().getTime()
    if (nowMs - (lastSentMs.get(phone) ?? Number.NEGATIVE_INFINITY) < phoneLimitMs) {
      return 'LimitExceeded.PhoneNumberThirtySecondLimit'
    }
    lastSentMs.set(phone, nowMs)
    sent.push({ phone, template: body.TemplateId ?? '', params: body.TemplateParamSet ?? [] })
    return 'Ok'
  }

  // The signature covers the body's bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.post('/', (request) => {
    const payload = String(request.body)
    const wrong = signatureProblem(request, payload, options)
    // As the provider does, failures of the whole request come with status 200 too.
    if (wrong) return { Response: { Error: { Code: wrong, Message: wrong }, RequestId: request.id } }
    if (headerOf(request, 'x-tc-action') !== 'SendSms') {
      return { Response: { Error: { Code: 'InvalidAction', Message: '' }, RequestId: request.id } }
    }
    if (headerOf(request, 'x-tc-version') !== '2021-01-11') {
      return { Response: { Error: { Code: 'NoSuchVersion', Message: '' }, RequestId: request.id } }
    }
    const body = JSON.parse(payload) as SendSmsBody
    const Code = deliver(body)
    const PhoneNumber = body.PhoneNumberSet?.[0] ?? ''
    const Fee = Code === 'Ok' ? 1 : 0
    return {
      Response: {
        SendStatusSet: [
          { SerialNo: '', PhoneNumber, Fee, SessionContext: '', Code, Message: Code, IsoCode: 'CN' },
        ],
        RequestId: request.id,
      },
    }
  })
  return { sent }
}
