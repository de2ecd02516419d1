import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/http/route.ts'
import type { SessionGuard } from '#server/http/session.ts'
import { readActivity } from './account-activity.repository.ts'
import { readSecurity } from './account-security.service.ts'
import { setAgeBand } from './age-band.service.ts'
import { requestDeletion, takeBackDeletion } from './leaving/deletion.service.ts'
import { listDevices, signOutDevice, signOutOthers } from './devices.repository.ts'
import { exportPage } from './export/export.service.ts'
import { requireFreshProof } from './proof/fresh-proof.service.ts'
import { giveConsent } from './guardian-consent.service.ts'
import { createLoginCodes } from './sign-in/login-codes.service.ts'
import { changePhone } from './sign-in/phone.service.ts'
import { noter } from './security-log.service.ts'

/** /settings/account-security. What a session may do changes here, so the guard forgets what it remembered. */
export function securityRoutes(deps: Deps, guard: SessionGuard) {
  const { database, clock } = deps
  const codes = createLoginCodes(deps)
  const noting = noter(deps)

  const forgetting = <T>(studentId: string, change: Promise<T>): Promise<T> =>
    change.finally(() => guard.forget(studentId))

  return {
    'GET /account/security': async (_, { studentId, sessionId }) =>
      readSecurity(database.db, { studentId, sessionId, now: clock() }),

    'GET /account/activity': async (_, { studentId }) => ({
      events: await readActivity(database.db, studentId),
    }),

    'GET /account/devices': async (_, { studentId, sessionId }) => ({
      devices: await listDevices(database.db, { studentId, sessionId, now: clock() }),
    }),

    'DELETE /account/devices/:deviceId': async ({ deviceId }, { studentId, ...context }) => {
      await noting('device_out', { studentId, ...context }, () =>
        forgetting(studentId, signOutDevice(database, { studentId, deviceId, now: clock() })),
      )
      return {}
    },

    'DELETE /account/devices': async (_, { studentId, sessionId, request }) => {
      await noting('others_out', { studentId, sessionId, request }, () =>
        forgetting(studentId, signOutOthers(database, { studentId, sessionId, now: clock() })),
      )
      return {}
    },

    'PUT /account/phone': async ({ phone, code }, { studentId, sessionId, request }) =>
      noting('phone', { studentId, sessionId, request }, () =>
        changePhone(deps, codes, { studentId, sessionId, now: clock(), phone, code, ip: request.ip }),
      ),

    'POST /account/age-band': async ({ ageBand }, { studentId, ...context }) =>
      noting('age_band', { studentId, ...context }, () =>
        forgetting(studentId, setAgeBand(database, studentId, ageBand)),
      ),

    'POST /account/guardian-consent': async ({ phone, code }, { studentId, sessionId, request }) =>
      noting('guardian', { studentId, sessionId, request }, () =>
        forgetting(studentId, giveConsent(deps, codes, { studentId, phone, code, ip: request.ip })),
      ),

    'POST /account/deletion': async (_, { studentId, sessionId, request }) =>
      noting('deletion', { studentId, sessionId, request }, () =>
        forgetting(studentId, requestDeletion(database, { studentId, sessionId, now: clock() })),
      ),

    'DELETE /account/deletion': async (_, { studentId, sessionId, request }) =>
      noting('deletion_end', { studentId, sessionId, request }, () =>
        forgetting(studentId, takeBackDeletion(database, { studentId, sessionId, now: clock() })),
      ),

    'GET /account/export': async (input, { studentId, sessionId, request }) => {
      const page = async () => {
        await requireFreshProof(database.db, { studentId, sessionId, now: clock() })
        return exportPage(database.db, studentId, input)
      }
      // An export is one event, however many pages it has.
      const isFirst = input.section === 'account' && input.cursor === undefined
      return isFirst ? noting('export', { studentId, sessionId, request }, page) : page()
    },
  } satisfies Partial<Handlers>
}
