import type { FastifyRequest } from 'fastify'
import type { WechatPurpose } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { clientNetwork } from '#server/http/client-network.ts'
import { fail } from '#server/lib/errors.ts'
import { publicUrlOf } from '#server/http/public-url.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { Handlers } from '#server/http/route.ts'
import type { SessionGuard } from '#server/http/session.ts'
import { keepPrintable } from '#server/lib/clean-text.ts'
import { requireFreshProof } from '../proof/fresh-proof.service.ts'
import { noter } from '../security-log.service.ts'
import { setSessionOpenid } from '../sign-in/credentials.repository.ts'
import { bindWechat, unbindWechat } from './wechat-accounts.service.ts'
import { gatewayOf, identify } from './wechat-person.ts'
import { createQrLogin, qrLoginStatus } from './wechat-qr.repository.ts'
import { signInByWechat } from './wechat-sign-in.service.ts'
import { claimState, openState } from './wechat-states.repository.ts'

const hourMs = 3_600_000
/** A school is one address: sixty screens that show a new code every five minutes are 720 an hour. */
const wechatStartsPerAddressAndHour = 3000

/** Signing in and binding ask the person; paying needs the openid alone, which WeChat gives without a question. */
const scopes = {
  login: 'snsapi_userinfo',
  bind: 'snsapi_userinfo',
  prove: 'snsapi_userinfo',
  openid: 'snsapi_base',
} as const

/** @throws ExpectedError `invalid_input` for a path that browsers take for another site's address */
const addressOf = (publicUrl: string, path: string): string => {
  const url = URL.canParse(path, publicUrl) ? new URL(path, publicUrl) : undefined
  return url?.origin === new URL(publicUrl).origin ? url.href : fail('invalid_input', { field: '返回地址' })
}

export function wechatRoutes(deps: Deps, guard: SessionGuard) {
  const { database, clock, config } = deps
  const limiter = createRateLimiter(deps)
  const noting = noter(deps)

  const limitStarts = async (ip: string): Promise<void> => {
    const key = `wechat-start:ip:${clientNetwork(ip)}`
    await limiter.take({ key, limit: wechatStartsPerAddressAndHour, windowMs: hourMs })
  }

  /**
   * Who begins: null for signing in. What is begun for an account ends in that account only, even if another student
   * has signed in on the same screen since.
   * @throws ExpectedError `session_expired`
   */
  const beginnerOf = async (purpose: WechatPurpose, request: FastifyRequest): Promise<string | null> => {
    if (purpose === 'login') return null
    const caller = await guard.callerOf(request, { access: 'session', fresh: true, needsConsent: false })
    return caller?.studentId ?? fail('session_expired')
  }

  /** Who has authorised what this student began in this browser. */
  const prove = async (
    purpose: 'bind' | 'openid',
    studentId: string,
    { browserKey, state, code }: { browserKey: string; state: string; code: string },
  ) => {
    gatewayOf(deps)
    const claim = { marker: state, browserKey, purpose, studentId, now: clock() }
    if (!(await claimState(database.db, claim))) return fail('wechat_state_invalid')
    return identify(deps, code)
  }

  return {
    'GET /auth/methods': async () => ({ wechat: deps.wechat !== null }),

    'POST /auth/wechat-authorize': async ({ browserKey, purpose, returnTo }, { request }) => {
      const gateway = gatewayOf(deps)
      const redirectUri = addressOf(publicUrlOf(config, request), returnTo)
      await limitStarts(request.ip)
      const student_id = await beginnerOf(purpose, request)
      const state = { browserKey, purpose, student_id, now: clock() }
      const { marker, expiresAt } = await openState(database.db, state)
      return {
        url: gateway.authorizeUrl({ state: marker, redirectUri, scope: scopes[purpose] }),
        state: marker,
        expiresAt: expiresAt.toISOString(),
      }
    },

    'POST /auth/wechat-qr-code': async ({ browserKey }, { request }) => {
      gatewayOf(deps)
      await limitStarts(request.ip)
      return createQrLogin(deps, { browserKey, publicUrl: publicUrlOf(config, request) })
    },

    'GET /auth/wechat-login-status': async ({ sessionId }) => ({
      status: await qrLoginStatus(database.db, sessionId, clock()),
    }),

    'POST /auth/wechat-login': async (input, { request }) => {
      gatewayOf(deps)
      const device = {
        studentId: null,
        deviceName: keepPrintable(input.deviceName ?? ''),
        by: 'wechat',
        request,
      }
      return noting(
        'sign_in',
        device,
        () => signInByWechat(deps, input),
        ({ profile }) => profile.id,
      )
    },

    'POST /auth/wechat-openid': async (proof, { studentId, sessionId }) => {
      const { openid } = await prove('openid', studentId, proof)
      await setSessionOpenid(database.db, { studentId, sessionId }, openid)
      return { openid }
    },

    'POST /account/wechat': async (proof, { studentId, sessionId, request }) =>
      noting('wechat_bind', { studentId, sessionId, request }, async () => {
        const asking = { studentId, sessionId, now: clock() }
        await requireFreshProof(database.db, asking)
        return bindWechat(deps, asking, await prove('bind', studentId, proof))
      }),

    'DELETE /account/wechat': async (_, { studentId, sessionId, request }) =>
      noting('wechat_unbind', { studentId, sessionId, request }, () =>
        unbindWechat(deps, { studentId, sessionId, now: clock() }),
      ),
  } satisfies Partial<Handlers>
}
