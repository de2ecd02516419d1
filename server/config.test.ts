import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'zhika-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const pepper = 'p'.repeat(32)
const production = { NODE_ENV: 'production', DATA_DIR: dataDir, CODE_PEPPER: pepper }

describe('the configuration', () => {
  it('needs no variable in development', () => {
    expect(loadConfig({ DATA_DIR: dataDir })).toMatchObject({
      production: false,
      port: 8787,
      dataDir,
      databaseUrl: undefined,
      smsProvider: 'console',
      trustProxy: false,
    })
  })

  it('makes the secret once, for its owner alone, and keeps it', () => {
    const first = loadConfig({ DATA_DIR: dataDir }).codePepper
    expect(first).toHaveLength(43)
    expect(loadConfig({ DATA_DIR: dataDir }).codePepper).toBe(first)
    const file = join(dataDir, 'code-pepper')
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('takes an empty variable for an absent one', () => {
    expect(loadConfig({ DATA_DIR: dataDir, PORT: '', DATABASE_URL: '', TRUST_PROXY: '' })).toMatchObject({
      port: 8787,
      databaseUrl: undefined,
      trustProxy: false,
    })
  })

  it.each([
    ['2', 2],
    ['0', false],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
    ['::1', ['::1']],
  ])('reads TRUST_PROXY=%s', (text, expected) => {
    expect(loadConfig({ DATA_DIR: dataDir, TRUST_PROXY: text }).trustProxy).toEqual(expected)
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://user:secret@host/db'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['SMS_PROVIDER', 'pigeon'],
    ['SMS_PER_HOUR', '-1'],
    ['CODE_PEPPER', 'short'],
  ])('names %s when it cannot be %s', (name, value) => {
    expect(() => loadConfig({ DATA_DIR: dataDir, [name]: value })).toThrow(`环境变量 ${name}：`)
  })

  it('repeats no password in a message', () => {
    expect(() => loadConfig({ DATA_DIR: dataDir, DATABASE_URL: 'mysql://user:secret@host/db' })).not.toThrow(
      /secret/,
    )
  })
})

describe('in production', () => {
  it('a missing SMS provider stops the start', () => {
    expect(() => loadConfig(production)).toThrow('环境变量 SMS_PROVIDER：生产环境必须指定短信服务商')
  })

  it('the console is no provider, unless it is asked for twice', () => {
    expect(() => loadConfig({ ...production, SMS_PROVIDER: 'console' })).toThrow('ALLOW_EMBEDDED_GATEWAYS=1')
    expect(
      loadConfig({ ...production, SMS_PROVIDER: 'console', ALLOW_EMBEDDED_GATEWAYS: '1' }),
    ).toMatchObject({
      production: true,
      smsProvider: 'console',
    })
  })

  it('a missing secret stops the start', () => {
    expect(() =>
      loadConfig({ ...production, CODE_PEPPER: '', SMS_PROVIDER: 'console', ALLOW_EMBEDDED_GATEWAYS: '1' }),
    ).toThrow('环境变量 CODE_PEPPER：')
  })
})
