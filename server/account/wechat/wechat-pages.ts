import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wechatStateSeconds } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { escapeHtml, wechatPage, wechatPageHeaders } from '#server/gateways/wechat/wechat-page.ts'
import { clientNetwork } from '#server/http/client-network.ts'
import { expectedFrom } from '#server/http/error-handler.ts'
import { ExpectedError, fail } from '#server/lib/errors.ts'
import { publicUrlOf } from '#server/http/public-url.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { gatewayOf, identify, isDeclined } from './wechat-person.ts'
import { decideQrLogin, scanQrLogin } from './wechat-qr.repository.ts'
import { claimState, isOpenState, openState } from './wechat-states.repository.ts'

/**
 * What the phone sees that scans a QR code. WeChat is asked with `snsapi_base`: asking for more on the very first
 * page of a visit would make WeChat show its snapshot page. The question is our own instead, because a stranger's
 * code may be on the screen: scanning alone must not sign anyone in.
 */

const hourMs = 3_600_000
const scansPerAddressAndHour = 3000
const formBytes = 1024

/** Binds each step to the phone that scanned; it means nothing to the app. */
const scanCookie = 'zhika_scan'
const scanKeyOf = (request: FastifyRequest): string | undefined =>
  /(?:^|;\s*)zhika_scan=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]

const confirmBody = `<p>只有你自己正要登录时才确认。别人发来的二维码不要确认，否则对方会登录你的账号。</p>
<form method="post">
<button class="main" name="decision" value="confirm">确认登录</button>
<button name="decision" value="cancel">取消</button>
</form>`

const show = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  reply.headers(wechatPageHeaders).send(wechatPage(title, body))

const showFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const shown = expectedFrom(error) ?? new ExpectedError('internal')
  if (shown.entry.status >= 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
  const advice = '如果还要登录，请回到那台设备刷新二维码，再扫一次。'
  return show(
    reply.code(shown.entry.status),
    '没有完成登录',
    `<p>${escapeHtml(shown.message)}。</p>\n<p>${advice}</p>`,
  )
}

export async function wechatPages(app: FastifyInstance, deps: Deps): Promise<void> {
  const { database, clock, config } = deps
  const limiter = createRateLimiter(deps)
  const hide = { schema: { hide: true } } as const

  app.setErrorHandler(showFailure)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.get<{ Params: { secret: string } }>('/wechat/qr/:secret', hide, async (request, reply) => {
    const gateway = gatewayOf(deps)
    const publicUrl = publicUrlOf(config, request)
    await limiter.take({
      key: `wechat-scan:ip:${clientNetwork(request.ip)}`,
      limit: scansPerAddressAndHour,
      windowMs: hourMs,
    })
    const now = clock()
    const qrLoginId = await scanQrLogin(database.db, request.params.secret, now)
    // A phone that asks twice keeps its key: either answer may be the one that it follows.
    const browserKey = scanKeyOf(request) ?? randomBytes(32).toString('base64url')
    const { marker } = await openState(database.db, {
      browserKey,
      purpose: 'scan',
      qr_login_id: qrLoginId,
      now,
    })
    const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
    const cookie = `${scanCookie}=${browserKey}; Path=/wechat; HttpOnly; SameSite=Lax; Max-Age=${wechatStateSeconds}${secure}`
    const url = gateway.authorizeUrl({
      state: marker,
      redirectUri: `${publicUrl}/wechat/callback`,
      scope: 'snsapi_base',
    })
    return reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect(url, 302)
  })

  app.get<{ Querystring: { code?: string; state?: string } }>(
    '/wechat/callback',
    hide,
    async (request, reply) => {
      const { code, state } = request.query
      const browserKey = scanKeyOf(request) ?? fail('wechat_state_invalid')
      const now = clock()
      const claim = { marker: String(state), browserKey, purpose: 'scan', studentId: null, now } as const
      const qrLoginId = (await claimState(database.db, claim))?.qr_login_id ?? fail('wechat_state_invalid')
      if (isDeclined(code)) {
        await decideQrLogin(database.db, { qrLoginId, identity: null, now })
        return fail('wechat_declined')
      }
      const { openid, unionid } = await identify(deps, String(code))
      const { marker } = await openState(database.db, {
        browserKey,
        purpose: 'confirm',
        qr_login_id: qrLoginId,
        openid,
        unionid,
        now: clock(),
      })
      // Another address, so that WeChat's code leaves the address bar and a reload asks the question again.
      return reply.header('cache-control', 'no-store').redirect(`/wechat/confirm/${marker}`, 303)
    },
  )

  app.get<{ Params: { marker: string } }>('/wechat/confirm/:marker', hide, async (request, reply) => {
    const browserKey = scanKeyOf(request) ?? fail('wechat_state_invalid')
    const { marker } = request.params
    const claim = { marker, browserKey, purpose: 'confirm', studentId: null, now: clock() } as const
    if (!(await isOpenState(database.db, claim))) return fail('wechat_state_invalid')
    return show(reply, '在另一台设备上登录知卡？', confirmBody)
  })

  app.post<{ Params: { marker: string } }>('/wechat/confirm/:marker', hide, async (request, reply) => {
    const browserKey = scanKeyOf(request) ?? fail('wechat_state_invalid')
    const decision = request.body instanceof URLSearchParams ? request.body.get('decision') : null
    if (decision !== 'confirm' && decision !== 'cancel') return fail('invalid_input', { field: '选择' })
    const now = clock()
    await database.transaction(async (tx) => {
      const { marker } = request.params
      const claimed = await claimState(tx, { marker, browserKey, purpose: 'confirm', studentId: null, now })
      if (!claimed?.qr_login_id || !claimed.openid) return fail('wechat_state_invalid')
      const identity = decision === 'confirm' ? { openid: claimed.openid, unionid: claimed.unionid } : null
      await decideQrLogin(tx, { qrLoginId: claimed.qr_login_id, identity, now })
    })
    return decision === 'confirm'
      ? show(reply, '已经确认', '<p>那台设备马上就登录好了，这个页面可以关掉。</p>')
      : show(reply, '已经取消', '<p>没有登录任何设备，这个页面可以关掉。</p>')
  })
}
