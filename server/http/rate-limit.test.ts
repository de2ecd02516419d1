import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'

const server = await serverOfFile({ now: '2026-11-20T08:59:30.000Z' })

const take = (rule: Partial<RateLimit>) =>
  createRateLimiter(server.deps).take({ key: 'test', limit: 2, windowMs: 3_600_000, ...rule })

describe('a limit in the database', () => {
  it('allows so many in a window and says when the next one begins', async () => {
    await take({})
    await take({})
    await expect(take({})).rejects.toMatchObject({ reason: 'too_many_requests', details: { seconds: 30 } })
    server.clock.advance(30_000)
    await take({})
  })

  it('counts uses of the same moment, whichever process they come to', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => take({ key: 'at once' })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('gives a place back to the window that it was taken from', async () => {
    const limiter = createRateLimiter(server.deps)
    const rule = { key: 'back', limit: 1, windowMs: 3_600_000 }
    const place = await limiter.take(rule)
    await expect(limiter.take(rule)).rejects.toMatchObject({ reason: 'too_many_requests' })
    await expect(limiter.refuseWhenFull(rule)).rejects.toMatchObject({ reason: 'too_many_requests' })
    await limiter.giveBack(place)
    await limiter.refuseWhenFull(rule)
    await expect(limiter.within(rule, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await limiter.within(rule, async () => {})
    await expect(limiter.take(rule)).rejects.toMatchObject({ reason: 'too_many_requests' })
  })

  it('counts a use that costs more as so many', async () => {
    await take({ key: 'dear', limit: 10, cost: 6 })
    await expect(take({ key: 'dear', limit: 10, cost: 6 })).rejects.toMatchObject({
      reason: 'too_many_requests',
    })
    await take({ key: 'dear', limit: 100, cost: 80 })
  })

  it('counts each key by itself', async () => {
    await take({ key: 'one', limit: 1 })
    await take({ key: 'two', limit: 1 })
  })

  it('leaves no old windows behind', async () => {
    server.clock.advance(2 * 86_400_000)
    await take({ key: 'later' })
    const rows = await server.deps.database.db.selectFrom('rate_limits').select('key').execute()
    expect(rows).toEqual([{ key: 'later' }])
  })
})
