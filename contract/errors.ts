/**
 * Every expected failure, by name. The server throws a name, the wire carries `code`, `message` and
 * `show_type`, the page shows the message: so a failure is worded once.
 */

/** How the page shows a failure (specification, section 8): 0 silent, 1 warning, 2 error, 3 info. */
export type ShowType = 0 | 1 | 2 | 3

export type ErrorEntry = {
  readonly code: number
  readonly status: number
  readonly showType: ShowType
  /** Chinese; `{{name}}` is filled from the details of the failure. */
  readonly message: string
}

export const errorCatalogue = {
  session_expired: { code: 4001, status: 401, showType: 2, message: '登录已过期，请重新登录' },
  upload_ticket_invalid: { code: 4012, status: 401, showType: 0, message: '上传凭证已失效' },
  forbidden: { code: 4030, status: 403, showType: 2, message: '没有权限访问该资源' },
  pack_locked: { code: 4031, status: 403, showType: 1, message: '请先解锁这个卡包' },
  not_found: { code: 4040, status: 404, showType: 2, message: '请求的资源不存在' },
  insufficient_balance: { code: 4091, status: 409, showType: 1, message: '金币不足，还差 {{missing}} 金币' },
  payment_method_unavailable: { code: 4092, status: 409, showType: 1, message: '暂不支持这种支付方式' },
  payload_too_large: { code: 4130, status: 413, showType: 2, message: '提交的内容太大，请分几次提交' },
  invalid_input: { code: 4220, status: 422, showType: 2, message: '提交的内容有误：{{field}}' },
  wrong_code: { code: 4221, status: 422, showType: 2, message: '验证码不正确，还可以再试 {{left}} 次' },
  code_expired: { code: 4222, status: 422, showType: 2, message: '验证码已过期，请重新获取' },
  code_exhausted: { code: 4223, status: 422, showType: 2, message: '错误次数过多，请重新获取验证码' },
  upgrade_required: { code: 4260, status: 426, showType: 1, message: '应用版本太旧，请刷新后再试' },
  too_many_requests: { code: 4290, status: 429, showType: 1, message: '操作太频繁，请稍后再试' },
  code_too_soon: { code: 4291, status: 429, showType: 1, message: '获取太频繁，请 {{seconds}} 秒后再试' },
  code_daily_limit: {
    code: 4292,
    status: 429,
    showType: 1,
    message: '今天获取验证码的次数已用完，请明天再试',
  },
  internal: { code: 5000, status: 500, showType: 2, message: '服务器内部错误，请稍后再试' },
  unavailable: { code: 5030, status: 503, showType: 2, message: '服务器正忙，请稍后再试' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue

export type ErrorDetails = Readonly<Record<string, string | number>>

/** The catalogue's message with its placeholders filled from `details`. */
export const errorMessage = (name: ErrorName, details: ErrorDetails = {}): string =>
  errorCatalogue[name].message.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(details[key] ?? ''))

/** Messages for failures that carry no body of ours (specification, section 8). */
export const transportMessages = {
  network: '网络连接失败，请检查网络设置',
  timeout: '请求超时，请稍后再试',
  unauthorized: '登录已过期，请重新登录',
  forbidden: '没有权限访问该资源',
  notFound: '请求的资源不存在',
  internal: '服务器内部错误，请稍后再试',
  operationFailed: '操作失败',
  noResponse: '请求失败，请稍后再试',
} as const

/** 'Request failed (status)', for bodies without a message. */
export const requestFailedMessage = (status: number): string => `请求失败（${status}）`

/** Why the server did not store one answer of a batch; the rest of the batch is unaffected. */
export type AnswerRefusal = 'invalid' | 'pack_locked' | 'unknown_card'
