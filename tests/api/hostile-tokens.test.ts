import { beforeAll, describe, expect, test } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { endpointOf, expectRefusal, isProtected, keys, recordKey, send } from './calls.ts'
import { exampleInputs } from './example-inputs.ts'
import { exportOf, makeWorld, type World } from './world.ts'

/** Walks every call that asks who calls with tokens that were never given, or are no longer valid. */

let world: World
/** By what is wrong with them. */
let sessions: Record<string, string | null>
let tickets: Record<string, string>
let before: unknown

const expire = async (table: 'sessions' | 'upload_tickets', studentId: string): Promise<void> => {
  await server.deps.database.db
    .updateTable(table)
    .set({ expires_at: new Date(server.clock.now().getTime() - 1) })
    .where('student_id', '=', studentId)
    .execute()
}

const server = await serverOfFile()
beforeAll(async () => {
  world = await makeWorld(server)
  const [signedOut, signedOutFromAfar, expired] = [await server.signIn(), world.other, await server.signIn()]
  await signedOut.call('POST /auth/logout')
  await world.student.call('DELETE /account/devices/:deviceId', { deviceId: world.otherDeviceId })
  for (const table of ['sessions', 'upload_tickets'] as const) await expire(table, expired.studentId)
  sessions = {
    none: null,
    empty: '',
    'of another make': 'eyJhbGciOiJub25lIn0.e30.',
    'with nothing after its mark': 'zk_',
    'never given': `zk_${'a'.repeat(43)}`,
    SQL: "zk_' or '1'='1",
    'very long': `zk_${'a'.repeat(10_000)}`,
    'signed out': signedOut.token,
    'signed out from afar': signedOutFromAfar.token,
    expired: expired.token,
  }
  tickets = {
    'never given': `zt_${'a'.repeat(43)}`,
    'revoked with its device': signedOutFromAfar.ticket,
    expired: expired.ticket,
  }
  before = await exportOf(world.student.call)
})

describe.each(keys.filter(isProtected))('%s', (key) => {
  test('takes no session that is none', async () => {
    for (const [what, token] of Object.entries(sessions)) {
      expectRefusal(
        await send(server, key, exampleInputs(world)[key] as object, token),
        'session_expired',
        what,
      )
    }
  })

  test('takes no upload ticket, or none that is over', async () => {
    const isUpload = endpointOf(key).access === 'upload'
    expect(isUpload).toBe(key === recordKey)
    const wrong = isUpload ? tickets : { ...tickets, 'that is good for uploads': world.student.ticket }
    for (const [what, ticket] of Object.entries(wrong)) {
      const sent = await send(server, key, exampleInputs(world)[key] as object, ticket)
      expectRefusal(sent, isUpload ? 'upload_ticket_invalid' : 'session_expired', `a ticket ${what}`)
    }
  })
})

test('none of it changed anything', async () => {
  expect(await exportOf(world.student.call)).toEqual(before)
})
