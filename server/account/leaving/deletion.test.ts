import { beforeEach, describe, expect, it } from 'vitest'
import {
  coolingOffMs,
  forgetDeletions,
  isThere,
  sweepDeletions,
  untilErasedMs,
} from '#tests/support/account-deletion.ts'
import { proveFresh } from '#tests/support/fresh-proof.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const now = '2026-11-20T08:00:00.000Z'
const effectiveAt = '2026-11-27T08:00:00.000Z'
const expired = { status: 401, code: 4001 }

const server = await serverOfFile({ now })
beforeEach(async () => {
  server.clock.set(now)
  await forgetDeletions(server)
})

describe('asking for the deletion of an account', () => {
  it('says when it takes effect and changes nothing else for seven days', async () => {
    const student = await server.signIn()
    const reply = await student.call('POST /account/deletion')
    expect(reply.data.deletion).toEqual({ requestedAt: now, effectiveAt })
    expect((await student.call('GET /profile')).data).toMatchObject({ deletionAt: effectiveAt, coins: 200 })
    server.clock.advance(coolingOffMs - 1)
    expect(await sweepDeletions(server)).toBe(0)
    expect((await student.call('GET /profile')).code).toBe(2000)
    expect((await student.call('PUT /profile', { name: '还在' })).code).toBe(2000)
  })

  it('asked for again neither restarts the days nor shortens them', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(86_400_000)
    await proveFresh(server.deps, student.studentId)
    const replies = await Promise.all([1, 2, 3].map(() => student.call('POST /account/deletion')))
    for (const { data } of replies) expect(data.deletion).toEqual({ requestedAt: now, effectiveAt })
  })

  it('can be taken back until it takes effect, from any device', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(coolingOffMs - 1)
    const other = await server.signIn(student.phone)
    expect((await other.call('DELETE /account/deletion')).data.deletion).toBeNull()
    server.clock.advance(10 * coolingOffMs)
    expect(await sweepDeletions(server)).toBe(0)
    expect(await isThere(server, student)).toBe(true)
  })

  it('that was never asked for is taken back without an error', async () => {
    const student = await server.signIn()
    expect((await student.call('DELETE /account/deletion')).data.deletion).toBeNull()
  })
})

describe('when the seven days are over', () => {
  it('every session and ticket ends at that moment, before any sweep, and nothing can be taken back', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(coolingOffMs - 1)
    expect((await student.call('GET /user-study/summary')).code).toBe(2000)
    server.clock.advance(1)
    expect(await student.call('GET /user-study/summary')).toMatchObject(expired)
    expect(await student.call('DELETE /account/deletion')).toMatchObject(expired)
    const sent = await upload(student.callWithTicket, {
      packId: student.studentId,
      sentAt: server.clock.now(),
    })
    expect(sent).toMatchObject({ status: 401, code: 4012 })
  })

  it('the sweep leaves requests that were let in before the end time to finish', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(untilErasedMs - 1)
    expect(await sweepDeletions(server)).toBe(0)
    server.clock.advance(1)
    expect(await sweepDeletions(server)).toBe(1)
    expect(await isThere(server, student)).toBe(false)
    expect(await student.call('GET /profile')).toMatchObject(expired)
    expect(await student.call('POST /auth/logout')).toMatchObject(expired)
  })

  it('a phone that signs in before the sweep begins a new account', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(coolingOffMs)
    const again = await server.signIn(student.phone)
    expect(again.studentId).not.toBe(student.studentId)
    expect(again.login.profile).toMatchObject({ coins: 200, deletionAt: null })
    expect(await isThere(server, student)).toBe(false)
    server.clock.advance(untilErasedMs)
    expect(await sweepDeletions(server)).toBe(0)
    expect((await again.call('GET /profile')).code).toBe(2000)
  })

  it('a phone that signs in at the moment of the sweep begins a new account', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(untilErasedMs)
    const code = await codeFor(server, student.phone, 'login')
    const [login] = await Promise.all([
      server.call('POST /auth/login', { phone: student.phone, code, agreed: true }),
      sweepDeletions(server),
      sweepDeletions(server),
    ])
    expect(login.code).toBe(2000)
    expect(login.data.profile.id).not.toBe(student.studentId)
    expect((await server.callWith(login.data.token)('GET /profile')).code).toBe(2000)
  })

  it('the phone is free for a new account after the sweep', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(untilErasedMs)
    await sweepDeletions(server)
    expect((await server.signIn(student.phone)).studentId).not.toBe(student.studentId)
  })
})
