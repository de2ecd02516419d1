import { codeLifetimeSeconds, resendAfterSeconds } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/http/route.ts'
import type { SessionGuard } from '#server/http/session.ts'
import { signIn } from './account.service.ts'
import { issueUploadTicket } from './credentials.ts'
import { createLoginCodes } from './login-codes.ts'
import { readProfile, updateProfile } from './profile.ts'

export const accountRoutes = (deps: Deps, guard: SessionGuard) => {
  const codes = createLoginCodes(deps)
  const showsCode = deps.sms.revealsCodes && !deps.config.production

  return {
    'POST /auth/send-code': async ({ phone, purpose = 'login' }, { request }) => {
      const code = await codes.send(phone, purpose, request.ip)
      return {
        resendAfterSeconds,
        expiresInSeconds: codeLifetimeSeconds,
        ...(showsCode && { devCode: code }),
      }
    },

    'POST /auth/login': async (input, { request }) => signIn(deps, codes, { ...input, ip: request.ip }),

    'POST /auth/logout': async (_, { request }) => {
      await guard.revoke(request)
      return {}
    },

    'POST /auth/upload-ticket': async (_, { studentId, sessionId }) =>
      deps.database.transaction((tx) => issueUploadTicket(tx, { studentId, sessionId, now: deps.clock() })),

    'GET /profile': async (_, { studentId }) => readProfile(deps.database.db, studentId),

    'PUT /profile': async (input, { studentId }) => updateProfile(deps.database, studentId, input),
  } satisfies Partial<Handlers>
}
