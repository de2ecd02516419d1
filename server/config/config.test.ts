import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { rsaKeys } from '#tests/support/rsa-keys.ts'
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
      metricsPort: undefined,
      sms: { provider: 'console' },
      wechat: { provider: 'simulator' },
      publicUrl: undefined,
      trustProxy: false,
    })
  })

  it('describes the API to everybody in development, in production only where it says so', () => {
    const trial = {
      ...production,
      ALLOW_EMBEDDED_GATEWAYS: '1',
      SMS_PROVIDER: 'console',
      WECHAT_PROVIDER: 'off',
      PAYMENT_METHODS: 'off',
    }
    expect(loadConfig({ DATA_DIR: dataDir }).apiDocs).toBe(true)
    expect(loadConfig(trial).apiDocs).toBe(false)
    expect(loadConfig({ ...trial, API_DOCS: '1' }).apiDocs).toBe(true)
  })

  it('says of a data folder that cannot be written which one', () => {
    const below = join(dataDir, 'a-file', 'data')
    writeFileSync(join(dataDir, 'a-file'), '')
    expect(() => loadConfig({ DATA_DIR: below })).toThrow(`不能在 ${below} 里写文件（ENOTDIR）`)
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
    ['METRICS_PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://user:secret@host/db'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['SMS_PROVIDER', 'pigeon'],
    ['SMS_PER_HOUR', '-1'],
    ['CODE_PEPPER', 'short'],
    ['WECHAT_PROVIDER', 'qq'],
    ['PUBLIC_URL', 'zhika.example.com'],
    ['VITE_API_HOST', 'https://api.example.com/v1'],
    ['VITE_ASSET_HOST', 'img.example.com'],
    ['PAGE_ORIGINS', '*'],
    ['PAGE_ORIGINS', 'https://a.example.com,https://b.example.com/x'],
    ['DROP_WORKER', 'yes'],
    ['PUBLIC_URL', 'ftp://zhika.example.com'],
    ['PUBLIC_URL', 'https://zhika.example.com/app'],
    ['PUBLIC_URL', 'https://user:secret@zhika.example.com'],
  ])('names %s when it cannot be %s', (name, value) => {
    expect(() => loadConfig({ DATA_DIR: dataDir, [name]: value })).toThrow(`环境变量 ${name}：`)
  })

  it('repeats no password in a message', () => {
    expect(() => loadConfig({ DATA_DIR: dataDir, DATABASE_URL: 'mysql://user:secret@host/db' })).not.toThrow(
      /secret/,
    )
  })
})

const tencent = {
  SMS_PROVIDER: 'tencent',
  TENCENT_SMS_SECRET_ID: 'AKID',
  TENCENT_SMS_SECRET_KEY: 'key',
  TENCENT_SMS_APP_ID: '1400006666',
  TENCENT_SMS_SIGN: '知卡',
  TENCENT_SMS_TEMPLATE_LOGIN: '1',
  TENCENT_SMS_TEMPLATE_PHONE: '2',
  TENCENT_SMS_TEMPLATE_GUARDIAN: '3',
  TENCENT_SMS_TEMPLATE_CONFIRM: '4',
  TENCENT_SMS_TEMPLATE_WAIT: '5',
}
const wechat = {
  WECHAT_PROVIDER: 'wechat',
  WECHAT_APP_ID: 'wx1',
  WECHAT_APP_SECRET: 'secret',
  PUBLIC_URL: 'https://zhika.example.com/',
}
const keyFile = (name: string, pem: string): string => {
  const path = join(dataDir, name)
  writeFileSync(path, pem)
  return path
}
const keys = rsaKeys()
const wechatPay = {
  PAYMENT_METHODS: 'wechat',
  WECHAT_PAY_MERCHANT_ID: '1900000001',
  WECHAT_PAY_SERIAL: 'ABC',
  WECHAT_PAY_PRIVATE_KEY_FILE: keyFile('private.pem', keys.privateKey),
  WECHAT_PAY_API_V3_KEY: 'x'.repeat(32),
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  WECHAT_PAY_PUBLIC_KEY_FILE: keyFile('public.pem', keys.publicKey),
}
const real = { ...production, ...tencent, ...wechat, ...wechatPay }

describe('in production', () => {
  it.each(['SMS_PROVIDER', 'WECHAT_PROVIDER', 'PAYMENT_METHODS', 'CODE_PEPPER', 'PUBLIC_URL'])(
    'a missing %s stops the start',
    (name) => {
      expect(() => loadConfig({ ...real, [name]: '' })).toThrow(`环境变量 ${name}：`)
    },
  )

  it.each([
    ['SMS_PROVIDER', 'console'],
    ['WECHAT_PROVIDER', 'simulator'],
    ['PAYMENT_METHODS', 'sandbox'],
  ])('%s=%s is no provider, unless it is asked for twice', (name, embedded) => {
    const named = { ...real, [name]: embedded }
    expect(() => loadConfig(named)).toThrow(`环境变量 ${name}：生产环境不能用 ${embedded}`)
    expect(() => loadConfig(named)).toThrow('ALLOW_EMBEDDED_GATEWAYS=1')
    expect(() => loadConfig({ ...named, ALLOW_EMBEDDED_GATEWAYS: '1' })).not.toThrow()
  })

  it('an embedded provider is never used because its permission alone was given', () => {
    expect(() => loadConfig({ ...real, ALLOW_EMBEDDED_GATEWAYS: '1', WECHAT_PROVIDER: '' })).toThrow(
      '环境变量 WECHAT_PROVIDER：',
    )
  })

  it('WeChat and payment can be left out, and need nothing then', () => {
    const { wechat: off, publicUrl } = loadConfig({
      ...production,
      ...tencent,
      WECHAT_PROVIDER: 'off',
      PAYMENT_METHODS: 'off',
    })
    expect([off, publicUrl]).toEqual([{ provider: 'off' }, undefined])
  })
})

describe('a real provider', () => {
  it('is read with all that it needs', () => {
    expect(loadConfig(real)).toMatchObject({
      production: true,
      publicUrl: 'https://zhika.example.com',
      sms: {
        provider: 'tencent',
        url: 'https://sms.tencentcloudapi.com',
        region: 'ap-guangzhou',
        secretId: 'AKID',
        sign: '知卡',
        templates: { login: '1', phone: '2', guardian: '3' },
      },
      wechat: {
        provider: 'wechat',
        appId: 'wx1',
        apiUrl: 'https://api.weixin.qq.com',
        openUrl: 'https://open.weixin.qq.com',
      },
    })
  })

  const needed = [...Object.keys(tencent), ...Object.keys(wechat), ...Object.keys(wechatPay)].filter(
    (name) => !name.endsWith('PROVIDER') && name !== 'PUBLIC_URL' && name !== 'PAYMENT_METHODS',
  )
  it.each(needed)('without %s stops the start, in development too', (name) => {
    expect(() => loadConfig({ ...real, [name]: ' ' })).toThrow(`环境变量 ${name}：必须填写`)
    expect(() => loadConfig({ ...real, NODE_ENV: 'development', [name]: '' })).toThrow(
      `环境变量 ${name}：必须填写`,
    )
  })

  it('takes no key file that is not there, and no key of another length', () => {
    const refused = (change: object) => () => loadConfig({ ...real, ...change })
    expect(refused({ WECHAT_PAY_PRIVATE_KEY_FILE: '/nowhere.pem' })).toThrow('WECHAT_PAY_PRIVATE_KEY_FILE')
    const broken = keyFile('broken.pem', keys.privateKey.slice(0, 400))
    expect(refused({ WECHAT_PAY_PRIVATE_KEY_FILE: broken })).toThrow(
      '环境变量 WECHAT_PAY_PRIVATE_KEY_FILE：这个文件里不是 RSA 私钥（PEM）',
    )
    expect(refused({ WECHAT_PAY_PUBLIC_KEY_FILE: broken })).toThrow('WECHAT_PAY_PUBLIC_KEY_FILE')
    expect(refused({ WECHAT_PAY_API_V3_KEY: 'short' })).toThrow('WECHAT_PAY_API_V3_KEY')
    expect(refused({ PAYMENT_METHODS: 'wechat,alipay' })).toThrow('PAYMENT_METHODS')
  })
})
