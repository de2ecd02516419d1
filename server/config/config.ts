import { join, resolve } from 'node:path'
import { paymentFrom, type PaymentConfig } from './payment.ts'
import { publicUrlFrom, smsFrom, wechatFrom } from './gateways.ts'
import { developmentSecret } from './development-secret.ts'
import {
  booleanFrom,
  ConfigError,
  integerFrom,
  oneOf,
  phonesFrom,
  siteUrlFrom,
  siteUrlsFrom,
  trustedProxies,
  type Environment,
} from './environment.ts'
import type { SmsConfig } from '#server/gateways/sms/create-sms.ts'
import type { WechatConfig } from '#server/gateways/wechat/create-wechat.ts'

export type Config = {
  production: boolean
  host: string
  port: number
  /** Absolute. Holds the embedded database and, in development, the generated secret. */
  dataDir: string
  /** Of this machine's loopback address, for Prometheus; undefined: no metrics are kept. */
  metricsPort: number | undefined
  /** PostgreSQL; undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** For tools, or for a person at a terminal. */
  logFormat: 'json' | 'text'
  /** Whose `X-Forwarded-For` counts: hops, or addresses and networks; false: no one's. */
  trustProxy: false | number | string[]
  sms: SmsConfig
  wechat: WechatConfig
  payment: PaymentConfig
  /** The site's address, e.g. `https://zhika.example.com`; undefined: as each browser asks for it. */
  publicUrl: string | undefined
  /** Whose accounts may read everybody's reports of cards. */
  staffPhones: ReadonlySet<string>
  /** Browsers that came by https once also ask hosts below this one by https alone. */
  hstsSubdomains: boolean
  /** Whether `/api/docs` describes the calls. */
  apiDocs: boolean
  /** Where the page was built to find the API and its pictures, if not where the page is. */
  apiOrigin: string | undefined
  assetOrigin: string | undefined
  /** Of pages that are served elsewhere and may use this API. */
  pageOrigins: readonly string[]
  /** Every device drops its worker and the app's files, instead of taking this version's worker. */
  dropsWorker: boolean
  /** Codes sent in an hour to all phones together: a ceiling on what abuse can cost. */
  smsPerHour: number
  /** Keys the hash of login codes: a six-digit code could be guessed from a bare hash. */
  codePepper: string
  /** The starter library's files, loaded at start. */
  libraryDir: string
  /** The built page, served as it is. */
  pageDir: string
  /** Hashed assets of earlier builds, still asked for by pages that are open. */
  assetsArchiveDir: string
  /** Whether this process adds its own assets to them: where the archive outlives the build, as in Docker. */
  archivesOwnAssets: boolean
  /** Requests are turned away while the event loop lags more than this; 0: never. */
  maxEventLoopDelayMs: number
  /** Requests to the API a minute from one address; a school shares one. */
  requestsPerMinute: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const minPepperLength = 32

const secretIn = (dataDir: string): string => {
  try {
    return developmentSecret(join(dataDir, 'code-pepper'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError('DATA_DIR', `不能在 ${dataDir} 里写文件（${code}），请检查它的所有者、权限和磁盘`)
  }
}

const codePepperFrom = (env: Environment, production: boolean, dataDir: string): string => {
  const pepper = env['CODE_PEPPER']
  if (pepper === 'auto' && env['DATABASE_URL'])
    throw new ConfigError('CODE_PEPPER', '连 PostgreSQL 的各个进程必须相同，不能写 auto')
  if (pepper === 'auto' || (!pepper && !production)) return secretIn(dataDir)
  if (!pepper)
    throw new ConfigError('CODE_PEPPER', `生产环境必须设置，至少 ${minPepperLength} 个字符的随机串`)
  if (pepper.length < minPepperLength)
    throw new ConfigError('CODE_PEPPER', `至少需要 ${minPepperLength} 个字符`)
  return pepper
}

const databaseUrlFrom = (env: Environment): string | undefined => {
  const url = env['DATABASE_URL'] || undefined
  // The value holds a password: the message must not repeat it.
  if (url && !/^postgres(ql)?:\/\/\S+$/.test(url))
    throw new ConfigError('DATABASE_URL', '应以 postgres:// 开头')
  return url
}

/**
 * Reads the environment once, at start. In development it also creates the secret file.
 * @throws ConfigError in Chinese, naming the variable
 */
export function loadConfig(env: Environment = process.env, isTerminal = process.stdout.isTTY): Config {
  const production =
    oneOf(env, 'NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  const dataDir = resolve(env['DATA_DIR'] || '.data')
  const wechat = wechatFrom(env, production)
  const payment = paymentFrom(env, production)
  return {
    production,
    host: env['HOST'] || '0.0.0.0',
    port: integerFrom(env, 'PORT', { fallback: 8787, minimum: 0, maximum: 65_535 }),
    dataDir,
    metricsPort: integerFrom(env, 'METRICS_PORT', { fallback: 0, minimum: 0, maximum: 65_535 }) || undefined,
    databaseUrl: databaseUrlFrom(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    logFormat: oneOf(env, 'LOG_FORMAT', ['json', 'text'], isTerminal && !production ? 'text' : 'json'),
    trustProxy: trustedProxies(env, 'TRUST_PROXY'),
    sms: smsFrom(env, production),
    wechat,
    payment,
    publicUrl: publicUrlFrom(env, production && (wechat.provider === 'wechat' || payment.wechatPay !== null)),
    staffPhones: phonesFrom(env, 'STAFF_PHONES'),
    hstsSubdomains: booleanFrom(env, 'HSTS_SUBDOMAINS', false),
    apiDocs: booleanFrom(env, 'API_DOCS', !production),
    apiOrigin: siteUrlFrom(env, 'VITE_API_HOST'),
    assetOrigin: siteUrlFrom(env, 'VITE_ASSET_HOST'),
    pageOrigins: siteUrlsFrom(env, 'PAGE_ORIGINS'),
    dropsWorker: booleanFrom(env, 'DROP_WORKER', false),
    smsPerHour: integerFrom(env, 'SMS_PER_HOUR', { fallback: 2000, minimum: 1, maximum: 1_000_000 }),
    codePepper: codePepperFrom(env, production, dataDir),
    libraryDir: resolve(env['LIBRARY_DIR'] || 'library'),
    pageDir: resolve(env['PAGE_DIR'] || 'dist/page'),
    assetsArchiveDir: resolve(env['ASSETS_ARCHIVE_DIR'] || 'dist/assets-archive'),
    archivesOwnAssets: Boolean(env['ASSETS_ARCHIVE_DIR']),
    maxEventLoopDelayMs: integerFrom(env, 'MAX_EVENT_LOOP_DELAY_MS', {
      fallback: 2000,
      minimum: 0,
      maximum: 60_000,
    }),
    requestsPerMinute: integerFrom(env, 'REQUESTS_PER_MINUTE', {
      fallback: 12_000,
      minimum: 1,
      maximum: 1_000_000,
    }),
  }
}
