import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { defaultAvatars } from './default-avatars.ts'

const folder = new URL('../../public/avatars/', import.meta.url)

const server = await serverOfFile()

describe('the avatars to choose from', () => {
  it('are those of the page, for everybody, and cost nothing while they are the same', async () => {
    const { data, headers } = await server.call('GET /default-avatars')
    expect(data.avatars.length).toBeGreaterThanOrEqual(12)
    expect(data.avatars.map(({ path }) => path).sort()).toEqual(
      readdirSync(folder)
        .map((file) => `/avatars/${file}`)
        .sort(),
    )
    const again = await server.app.inject({
      url: '/api/client/default-avatars',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each(defaultAvatars)('$name is a small drawing that loads nothing and runs nothing', ({ id }) => {
    const svg = readFileSync(new URL(`${id}.svg`, folder), 'utf8')
    expect(svg.length).toBeLessThan(2048)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 96 96">/)
    expect(svg).not.toMatch(/<script|<text|href|url\(|style=|on\w+=/)
  })

  it('can be chosen, and nothing else can', async () => {
    const student = await server.signIn()
    const chosen = await student.call('PUT /profile', { avatar: '/avatars/crane.svg' })
    expect(chosen.data.avatar).toBe('/avatars/crane.svg')
    const unknown = await student.call('PUT /profile', { avatar: '/avatars/nobody.svg' })
    expect(unknown).toMatchObject({ status: 422, message: '提交的内容有误：头像' })
    expect((await student.call('PUT /profile', { avatar: '' })).data.avatar).toBe('')
  })
})
