import { describe, expect, test } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { successCode } from '#contract/constants.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { endpointOf, endsSession, expectWellFormed, isProtected, keys, send } from './calls.ts'
import { exampleInputs } from './example-inputs.ts'
import type { Fields } from './mutations.ts'
import { exportOf, makeWorld } from './world.ts'

/** Walks every call as a student whose app sends it four times at once, and once more later. */

const server = await serverOfFile()
const reader = await makeWorld(server)

/** What the examples cannot do twice, or, where no proof is right, at all. */
const outcomes: Partial<Record<EndpointKey, { reasons: readonly ErrorName[]; why: string; never?: true }>> = {
  'POST /auth/send-code': { reasons: ['code_too_soon'], why: 'one code a minute' },
  'POST /auth/login': {
    reasons: ['code_expired', 'wrong_code', 'code_exhausted'],
    why: 'the code is wrong',
    never: true,
  },
  'POST /auth/wechat-login': { reasons: ['wechat_state_invalid'], why: 'the marker is wrong', never: true },
  'POST /auth/wechat-openid': { reasons: ['wechat_state_invalid'], why: 'the marker is wrong', never: true },
  'POST /account/proof/code': { reasons: ['code_too_soon'], why: 'one code a minute' },
  'POST /account/proof': { reasons: ['wechat_state_invalid'], why: 'the marker is wrong', never: true },
  'POST /account/wechat': { reasons: ['wechat_state_invalid'], why: 'the marker is wrong', never: true },
  'PUT /account/phone': { reasons: ['code_expired'], why: 'no code was sent', never: true },
  'POST /account/guardian-consent': { reasons: ['code_expired'], why: 'no code was sent', never: true },
  'POST /auth/logout': { reasons: ['session_expired'], why: 'the session is over' },
  'GET /card-reports/open': { reasons: ['forbidden'], why: 'for staff alone', never: true },
  'POST /card-reports/:cardId/close': { reasons: ['forbidden'], why: 'for staff alone', never: true },
  'DELETE /card-packs/reviews/:reviewId': { reasons: ['not_found'], why: 'the review is gone' },
}

/** Public calls, and those after which the student cannot ask for an export, leave nothing to compare. */
const leavesRecord = (key: EndpointKey): boolean =>
  isProtected(key) && !endsSession.has(key) && endpointOf(key).idempotent

describe.each(keys)('%s', (key) => {
  test('four times at once, and a fifth time, comes to what once comes to', async () => {
    const world = key.startsWith('GET ') ? reader : await makeWorld(server)
    const { call, token } = world.student
    const fields = exampleInputs(world)[key] as Fields
    const once = () => send(server, key, fields, isProtected(key) ? token : null)
    const refusals = outcomes[key]?.reasons ?? []
    const allowed = [successCode, ...refusals.map((reason) => errorCatalogue[reason].code)]

    const sent = await Promise.all([once(), once(), once(), once()])
    for (const one of sent) {
      expectWellFormed(one, key)
      expect(allowed, one.text).toContain(one.body['code'])
    }
    expect(sent.some(({ status }) => status === 200)).toBe(outcomes[key]?.never !== true)
    if (!leavesRecord(key)) return
    const after = await exportOf(call)
    const again = await once()
    expectWellFormed(again, key)
    expect(allowed, again.text).toContain(again.body['code'])
    expect(await exportOf(call)).toEqual(after)
  })
})
