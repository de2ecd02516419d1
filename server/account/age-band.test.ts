import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { codeFor } from '#tests/support/sms-code.ts'
import { createTestDataDir } from '#tests/support/test-data-dir.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { correctAgeBand } from './students.repository.ts'

// The command starts a process with an engine of its own.
vi.setConfig({ testTimeout: 60_000 })

const server = await serverOfFile()
const dataDir = await createTestDataDir()
afterAll(() => dataDir.remove())

const correct = (account: string, band: 'under14' | '14to17' | 'adult') =>
  correctAgeBand(server.deps.database, account, band)

describe('an operator who corrects an age', () => {
  it('finds the account by its phone or its id, and changes no other', async () => {
    const [student, other] = [await server.signIn(), await server.signIn()]
    for (const { call } of [student, other]) await call('POST /account/age-band', { ageBand: 'adult' })
    const bandOf = async ({ call }: typeof student) => (await call('GET /profile')).data.ageBand
    expect((await correct(student.phone, 'under14'))?.name).toBe(student.login.profile.name)
    expect((await student.call('GET /profile')).data.guardianConsent).toBe('needed')
    expect((await correct(student.studentId, '14to17'))?.name).toBe(student.login.profile.name)
    expect([await bandOf(student), await bandOf(other)]).toEqual(['14to17', 'adult'])
    expect(await correct('13000000000', 'adult')).toBeUndefined()
  })

  it('makes the account forget a guardian whom it needs no more', async () => {
    const { call, phone } = await server.signIn()
    await call('POST /account/age-band', { ageBand: 'under14' })
    const guardian = '17700000001'
    const code = await codeFor(server, guardian, 'guardian')
    await call('POST /account/guardian-consent', { phone: guardian, code, agreed: true })
    await correct(phone, 'under14')
    expect((await call('GET /account/security')).data.guardian).not.toBeNull()
    await correct(phone, 'adult')
    expect((await call('GET /account/security')).data.guardian).toBeNull()
  })
})

describe('npm run age-band', () => {
  const run = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('age-band.command.ts', import.meta.url)), ...args],
      { env: { ...process.env, DATA_DIR: dataDir.path, DATABASE_URL: '' }, encoding: 'utf8' },
    )

  it('says when there is no such account', () => {
    expect(run('13000000000', 'adult')).toMatchObject({ status: 1, stdout: '', stderr: '没有这个账号。\n' })
  })

  it.each([[[]], [['13000000000']], [['13000000000', 'child']], [['1300000000', 'adult']]])(
    'says how to use it: %j',
    (args) => {
      const { status, stderr } = run(...args)
      expect(status).toBe(2)
      expect(stderr).toContain('用法：npm run age-band')
    },
  )
})
