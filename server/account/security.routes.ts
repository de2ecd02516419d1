import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/http/route.ts'
import type { SessionGuard } from '#server/http/session.ts'
import { readSecurity } from './account-security.ts'
import { setAgeBand } from './age-band.ts'
import { requestDeletion, takeBackDeletion } from './deletion.ts'
import { listDevices, signOutDevice, signOutOthers } from './devices.ts'
import { exportPage } from './export.ts'
import { giveConsent } from './guardian-consent.ts'
import { createLoginCodes } from './login-codes.ts'
import { changePhone } from './phone.ts'

/** /settings/account-security. What a session may do changes here, so the guard forgets what it remembered. */
export const securityRoutes = (deps: Deps, guard: SessionGuard) => {
  const { database, clock } = deps
  const codes = createLoginCodes(deps)

  const forgetting = <T>(studentId: string, change: Promise<T>): Promise<T> =>
    change.finally(() => guard.forget(studentId))

  return {
    'GET /account/security': async (_, { studentId }) => readSecurity(database.db, studentId),

    'GET /account/devices': async (_, { studentId, sessionId }) => ({
      devices: await listDevices(database.db, { studentId, sessionId, now: clock() }),
    }),

    'DELETE /account/devices/:deviceId': async ({ deviceId }, { studentId }) => {
      await forgetting(studentId, signOutDevice(database, { studentId, deviceId, now: clock() }))
      return {}
    },

    'DELETE /account/devices': async (_, { studentId, sessionId }) => {
      await forgetting(studentId, signOutOthers(database, { studentId, sessionId, now: clock() }))
      return {}
    },

    'PUT /account/phone': async ({ phone, code }, { studentId, request }) =>
      changePhone(deps, codes, { studentId, phone, code, ip: request.ip }),

    'POST /account/age-band': async ({ ageBand }, { studentId }) =>
      forgetting(studentId, setAgeBand(database, studentId, ageBand)),

    'POST /account/guardian-consent': async ({ phone, code }, { studentId, request }) =>
      forgetting(studentId, giveConsent(deps, codes, { studentId, phone, code, ip: request.ip })),

    'POST /account/deletion': async (_, { studentId }) =>
      forgetting(studentId, requestDeletion(database, studentId, clock())),

    'DELETE /account/deletion': async (_, { studentId }) =>
      forgetting(studentId, takeBackDeletion(database, studentId)),

    'GET /account/export': async (input, { studentId }) => exportPage(database.db, studentId, input),
  } satisfies Partial<Handlers>
}
