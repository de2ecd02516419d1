import { codeLifetimeSeconds, resendAfterSeconds } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { Handlers } from '#server/http/route.ts'
import { createLoginCodes } from '../sign-in/login-codes.service.ts'
import { beginWait, cancelWait } from './proof-wait.service.ts'
import { proveByCode, proveByWechat, sendProofCode } from './prove.service.ts'
import { noter } from '../security-log.service.ts'
import { identify } from '../wechat/wechat-person.ts'
import { claimState } from '../wechat/wechat-states.repository.ts'

/** How a session proves again who holds it, or waits for a day. */
export function proofRoutes(deps: Deps) {
  const { database, clock } = deps
  const codes = createLoginCodes(deps)
  const noting = noter(deps)
  const showsCode = deps.sms.revealsCodes && !deps.config.production

  type Proof = { browserKey: string; state: string; code: string }

  /** Who has authorised what this student began in this browser. */
  const identifyOwn = async (studentId: string, { browserKey, state, code }: Proof) => {
    const claim = { marker: state, browserKey, purpose: 'prove', studentId, now: clock() } as const
    if (!(await claimState(database.db, claim))) return fail('wechat_state_invalid')
    return identify(deps, code)
  }

  return {
    'POST /account/proof/code': async (_, { studentId, request }) => {
      const code = await sendProofCode(deps, codes, { studentId, ip: request.ip })
      return {
        resendAfterSeconds,
        expiresInSeconds: codeLifetimeSeconds,
        ...(showsCode && { devCode: code }),
      }
    },

    'POST /account/proof': async ({ code, wechat }, { studentId, sessionId, request }) => {
      const asking = { studentId, sessionId, now: clock() }
      return noting('proof', { studentId, sessionId, request }, async () => {
        if (wechat) return proveByWechat(deps, asking, await identifyOwn(studentId, wechat))
        if (code === undefined) return fail('invalid_input', { field: '验证码' })
        return proveByCode(deps, codes, { ...asking, code, ip: request.ip })
      })
    },

    'POST /account/proof/wait': async (_, { studentId, sessionId, request }) =>
      noting('proof_wait', { studentId, sessionId, request }, () =>
        beginWait(deps, { studentId, sessionId, now: clock(), ip: request.ip }),
      ),

    'DELETE /account/proof/wait': async (_, { studentId, sessionId, request }) =>
      noting('proof_wait_end', { studentId, sessionId, request }, () =>
        cancelWait(deps, { studentId, sessionId, now: clock() }),
      ),
  } satisfies Partial<Handlers>
}
