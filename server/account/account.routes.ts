import { codeLifetimeSeconds, resendAfterSeconds } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/http/route.ts'
import type { SessionGuard } from '#server/http/session.ts'
import { keepPrintable } from '#server/lib/clean-text.ts'
import { signIn } from './account.service.ts'
import { issueUploadTicket } from './sign-in/credentials.repository.ts'
import { findStudent } from './students.repository.ts'
import { createLoginCodes } from './sign-in/login-codes.service.ts'
import { readProfile, updateProfile } from './profile.service.ts'
import { noter } from './security-log.service.ts'

export function accountRoutes(deps: Deps, guard: SessionGuard) {
  const codes = createLoginCodes(deps)
  const noting = noter(deps)
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

    'POST /auth/login': async (input, { request }) =>
      noting(
        'sign_in',
        {
          studentId: await findStudent(deps.database.db, input.phone),
          deviceName: keepPrintable(input.deviceName ?? ''),
          by: 'code',
          request,
        },
        () => signIn(deps, codes, { ...input, ip: request.ip }),
        ({ profile }) => profile.id,
      ),

    'POST /auth/logout': async (_, { studentId, sessionId, request }) => {
      await noting('sign_out', { studentId, sessionId, request }, () => guard.revoke(request))
      return {}
    },

    'POST /auth/upload-ticket': async (_, { studentId, sessionId }) =>
      deps.database.transaction((tx) => issueUploadTicket(tx, { studentId, sessionId, now: deps.clock() })),

    'GET /profile': async (_, { studentId }) => readProfile(deps.database.db, studentId),

    'PUT /profile': async (input, { studentId }) => updateProfile(deps.database, studentId, input),
  } satisfies Partial<Handlers>
}
