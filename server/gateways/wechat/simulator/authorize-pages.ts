import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, wechatPage, wechatPageHeaders } from '../wechat-page.ts'
import type { WechatScope } from '../wechat-gateway.ts'
import { simulatedAccount } from './simulated-api.ts'
import { sealCode } from './simulated-code.ts'

/** What WeChat shows before it sends the browser back, with a choice of who is asked and what they answer. */

const codeLifetimeMs = 300_000
const people = { xiaoming: '小明', xiaohong: '小红', xiaogang: '小刚' } as const

type AuthorizeQuery = Partial<
  Record<
    'appid' | 'redirect_uri' | 'response_type' | 'scope' | 'state' | 'user' | 'other' | 'decision',
    string
  >
>

type Asked = { redirectUri: URL; scope: WechatScope; state: string }

const isScope = (text: string | undefined): text is WechatScope =>
  text === 'snsapi_base' || text === 'snsapi_userinfo'

const urlFrom = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** Like WeChat, which sends browsers back to the registered site alone. @returns what is wrong, or what is asked */
const readQuery = (query: AuthorizeQuery, siteUrl: string): Asked | string => {
  const redirectUri = urlFrom(query.redirect_uri ?? '')
  if (query.appid !== simulatedAccount.appId) return 'appid 参数错误'
  if (redirectUri?.origin !== siteUrl) return 'redirect_uri 域名与后台配置不一致'
  if (query.response_type !== 'code') return 'response_type 参数错误'
  if (!isScope(query.scope)) return 'Scope 参数错误或没有 Scope 权限'
  if (!/^[A-Za-z0-9]{0,128}$/.test(query.state ?? '')) return 'state 参数错误'
  return { redirectUri, scope: query.scope, state: query.state ?? '' }
}

const hidden = (name: keyof AuthorizeQuery, query: AuthorizeQuery): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(query[name] ?? '')}">`

const person = ([id, name]: [string, string], position: number): string =>
  `<label><input type="radio" name="user" value="${id}"${position === 0 ? ' checked' : ''}>${name}</label>`

const askPage = (query: AuthorizeQuery): string =>
  wechatPage(
    '微信授权（模拟）',
    `<p>这是内置的模拟器，没有连接微信。知卡申请${query.scope === 'snsapi_base' ? '识别你的微信身份' : '用你的微信登录'}。</p>
<form action="/dev/wechat/decision">
${(['appid', 'redirect_uri', 'response_type', 'scope', 'state'] as const).map((name) => hidden(name, query)).join('\n')}
<fieldset><legend>以谁的身份</legend>
${Object.entries(people).map(person).join('\n')}
<label>另一个人 <input type="text" name="other" maxlength="32" autocomplete="off" placeholder="随便起个名字"></label>
</fieldset>
<button class="main" name="decision" value="allow">允许</button>
<button name="decision" value="deny">拒绝</button>
<button name="decision" value="snapshot">快照页</button>
</form>`,
  )

const backTo = ({ redirectUri, state }: Asked, code: string | undefined): string => {
  const back = new URL(redirectUri)
  if (code !== undefined) back.searchParams.set('code', code)
  back.searchParams.set('state', state)
  return back.href
}

type Options = {
  secret: string
  clock: () => Date
  /** The site's own address, as this browser knows it. */
  siteUrl: (request: FastifyRequest) => string
}

export function wechatSimulatorPages(app: FastifyInstance, { secret, clock, siteUrl }: Options): void {
  const refuse = (reply: FastifyReply, problem: string): FastifyReply =>
    reply
      .code(400)
      .headers(wechatPageHeaders)
      .send(wechatPage('无法授权', `<p>${problem}</p>`))

  const asked = (request: FastifyRequest): Asked | string =>
    readQuery(request.query as AuthorizeQuery, siteUrl(request))

  app.get('/dev/wechat/connect/oauth2/authorize', { schema: { hide: true } }, (request, reply) => {
    const wanted = asked(request)
    if (typeof wanted === 'string') return refuse(reply, wanted)
    return reply.headers(wechatPageHeaders).send(askPage(request.query as AuthorizeQuery))
  })

  app.get('/dev/wechat/decision', { schema: { hide: true } }, (request, reply) => {
    const wanted = asked(request)
    if (typeof wanted === 'string') return refuse(reply, wanted)
    const { user = '', other = '', decision } = request.query as AuthorizeQuery
    if (decision === 'deny') return reply.redirect(backTo(wanted, undefined), 302)
    const code = sealCode(secret, {
      user: other.trim() || user,
      scope: wanted.scope,
      isSnapshot: decision === 'snapshot',
      expiresAtMs: clock().getTime() + codeLifetimeMs,
      nonce: randomBytes(12).toString('base64url'),
    })
    return reply.redirect(backTo(wanted, code), 302)
  })
}
