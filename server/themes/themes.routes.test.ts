import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { themes } from './palettes.ts'

const server = await serverOfFile()

describe('the themes to choose from', () => {
  it('are the same for everybody, whole, and cost nothing while they are the same', async () => {
    const { data, headers } = await server.call('GET /themes/available')
    expect(data.themes).toEqual(themes)
    expect(headers['cache-control']).toBe('public, no-cache')
    const again = await server.app.inject({
      url: '/api/client/themes/available',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('a student’s theme', () => {
  it('is 纸墨 until another is chosen, and is then everywhere the chosen one, for this student alone', async () => {
    const [student, other] = [await server.signIn(), await server.signIn()]
    expect((await student.call('GET /themes/current')).data.name).toBe('纸墨')
    const chosen = await student.call('POST /themes/select/:id', { id: 'eyecare' })
    const eyecare = themes.find(({ id }) => id === 'eyecare')
    expect(chosen.data).toEqual(eyecare)
    expect((await student.call('GET /themes/current')).data).toEqual(eyecare)
    expect((await student.call('GET /profile')).data.currentTheme).toEqual(eyecare)
    expect((await other.call('GET /themes/current')).data.id).toBe('paper')
  })

  it('stays as it is when an unknown one is asked for', async () => {
    const student = await server.signIn()
    await student.call('POST /themes/select/:id', { id: 'night' })
    const reply = await student.call('POST /themes/select/:id', { id: 'neon' })
    expect(reply).toMatchObject({ status: 404, code: 4040 })
    const malformed = await student.call('POST /themes/select/:id', { id: "x' or '1'='1" })
    expect(malformed.status).toBe(422)
    expect((await student.call('GET /themes/current')).data.id).toBe('night')
  })

  it('stays one that a version offered before or after this one', async () => {
    const student = await server.signIn()
    const { db } = server.deps.database
    const config = { login_bg: 'var(--paper)', scheme: 'auto', tokens: {} }
    await db
      .insertInto('themes')
      .values({ id: 'old', position: 99, name: '旧纸', config: JSON.stringify(config) })
      .execute()
    await student.call('POST /themes/select/:id', { id: 'old' })
    expect((await student.call('GET /themes/current')).data).toEqual({ id: 'old', name: '旧纸', config })
  })
})
