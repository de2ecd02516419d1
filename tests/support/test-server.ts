import type { FastifyInstance } from 'fastify'
import { endpoints, type EndpointKey, type Input, type Reply } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { LoginReply } from '#contract/account.ts'
import { apiBasePath, appName } from '#contract/constants.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { createLogger } from '#server/http/request-log.ts'
import { newId } from '#server/lib/new-id.ts'
import { loadThemes } from '#server/themes/themes.repository.ts'
import type { PaymentGateway } from '#server/gateways/payment/payment-gateway.ts'
import { loadProducts } from '#server/wallet/products.repository.ts'
import { proveFresh } from './fresh-proof.ts'
import { openTestDatabase } from './test-database.ts'
import { insertTestPack, type TestPack, type TestPackOptions } from './test-pack.ts'

/** The real server in this process, on a real database, with a clock that stands still until it is moved. */

type TestClock = {
  now: () => Date
  set: (instant: Date | string) => void
  advance: (milliseconds: number) => void
}

type Answer<K extends EndpointKey> = {
  status: number
  /** The wrapper's `code`; 2000 is success. */
  code: number
  message: string
  showType: number
  data: Reply<K>
  headers: Readonly<Record<string, string | number | string[] | undefined>>
}

/** Makes a call of the contract and reports what came back, success or not. */
export type Call = <K extends EndpointKey>(
  key: K,
  ...input: {} extends Input<K> ? [input?: Input<K>] : [input: Input<K>]
) => Promise<Answer<K>>

export type TestStudent = {
  studentId: string
  token: string
  /** An upload ticket of this student. */
  ticket: string
  phone: string
  login: LoginReply
  /** As this student's session. */
  call: Call
  /** With the upload ticket alone. */
  callWithTicket: Call
}

export type TestServer = {
  app: FastifyInstance
  deps: Deps
  clock: TestClock
  /** Set when `listen` was asked for, e.g. `http://127.0.0.1:41234`. */
  url: string
  /** Without any token. */
  call: Call
  callWith: (token: string | undefined) => Call
  /** Without any token, from another address. */
  callFrom: (ip: string) => Call
  /**
   * Signs in through the real calls; without a phone, as a new student. `unproven`: as one who has not confirmed who
   * they are, see `proveFresh`.
   */
  signIn: (phone?: string, options?: { unproven?: boolean }) => Promise<TestStudent>
  insertPack: (options?: TestPackOptions) => Promise<TestPack>
  /** Gives the student the pack without touching the wallet. */
  unlock: (studentId: string, packId: string) => Promise<void>
  close: () => Promise<void>
}

export type TestServerOptions = {
  config?: Partial<Config>
  /** Where the clock stands at first. */
  now?: Date | string
  sms?: Deps['sms']
  payment?: PaymentGateway[]
  wechat?: Deps['wechat']
  log?: Deps['log']
  /** What the server is given for the database. */
  through?: (database: Database) => Database
  /** Instead of a fresh one of the tests; closed with the server. */
  database?: Deps['database']
  /** Also answer on a free port of 127.0.0.1. */
  listen?: boolean
}

const testConfig: Config = {
  production: false,
  host: '127.0.0.1',
  port: 0,
  dataDir: '/nonexistent',
  metricsPort: undefined,
  databaseUrl: undefined,
  logLevel: 'silent',
  logFormat: 'json',
  trustProxy: false,
  sms: { provider: 'console' },
  wechat: { provider: 'simulator' },
  payment: { methods: ['sandbox'], wechatPay: null },
  publicUrl: undefined,
  staffPhones: new Set(),
  hstsSubdomains: false,
  apiDocs: true,
  smsPerHour: 100_000,
  codePepper: 'a pepper that only the tests know',
  libraryDir: '/nonexistent',
  pageDir: '/nonexistent',
  apiOrigin: undefined,
  assetOrigin: undefined,
  pageOrigins: [],
  dropsWorker: false,
  assetsArchiveDir: '/nonexistent',
  archivesOwnAssets: false,
  maxEventLoopDelayMs: 0,
  requestsPerMinute: 1_000_000,
}

const createClock = (start: Date | string): TestClock => {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    set: (instant) => {
      nowMs = new Date(instant).getTime()
    },
    advance: (milliseconds) => {
      nowMs += milliseconds
    },
  }
}

/** The address, query and body that the contract gives to one flat input. */
const requestFor = (key: EndpointKey, input: Readonly<Record<string, unknown>>) => {
  const endpoint: Endpoint = endpoints[key]
  const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const inPath = new Set(path.match(/:\w+/g)?.map((name) => name.slice(1)))
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  return endpoint.body
    ? { method, url: apiBasePath + url, payload: Object.fromEntries(rest) }
    : {
        method,
        url: apiBasePath + url,
        query: Object.fromEntries(rest.map(([name, value]) => [name, String(value)])),
      }
}

const callerOf =
  (app: FastifyInstance, token: string | undefined, remoteAddress = '127.0.0.1'): Call =>
  async (key, ...[input]) => {
    const response = await app.inject({
      ...requestFor(key, input ?? {}),
      remoteAddress,
      headers: { appname: appName, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    })
    const body = response.body === '' ? {} : response.json()
    return {
      status: response.statusCode,
      code: body.code,
      message: body.message,
      showType: body.show_type,
      data: body.data,
      headers: response.headers,
    }
  }

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = createClock(options.now ?? '2026-11-20T08:00:00.000Z')
  const config: Config = { ...testConfig, ...options.config }
  const opened = options.database ?? (await openTestDatabase())
  const database = options.through?.(opened) ?? opened
  const log = options.log ?? createLogger(config)
  const deps = await createDeps(
    { config, database, log, clock: clock.now, newId: () => newId(clock.now().getTime()) },
    options,
  )
  await loadThemes(database.db)
  await loadProducts(database.db)
  const app = await createApp(deps)
  const url = options.listen ? await app.listen({ port: 0, host: '127.0.0.1' }) : ''
  await app.ready()

  const callWith = (token: string | undefined): Call => callerOf(app, token)
  const call = callWith(undefined)
  let phones = 0
  const newPhone = (): string => `139${String((phones += 1)).padStart(8, '0')}`
  /** Each student at home: the limit of codes for one address is not for tests that sign in hundreds. */
  const newAddress = (): string => `10.0.${(phones >> 8) & 255}.${phones & 255}`

  const signIn: TestServer['signIn'] = async (phone = newPhone(), { unproven = false } = {}) => {
    const fromHome = callerOf(app, undefined, newAddress())
    const sent = await fromHome('POST /auth/send-code', { phone })
    const login = await fromHome('POST /auth/login', { phone, code: sent.data.devCode ?? '', agreed: true })
    if (login.code !== 2000) throw new Error(`signing in failed: ${sent.message}, ${login.message}`)
    const { token, uploadTicket, profile } = login.data
    if (!unproven) await proveFresh(deps, profile.id)
    return {
      studentId: profile.id,
      token,
      ticket: uploadTicket.ticket,
      phone,
      login: login.data,
      call: callWith(token),
      callWithTicket: callWith(uploadTicket.ticket),
    }
  }

  return {
    app,
    deps,
    clock,
    url,
    call,
    callWith,
    callFrom: (ip) => callerOf(app, undefined, ip),
    signIn,
    insertPack: (packOptions) => insertTestPack(deps, packOptions),
    unlock: async (studentId, packId) => {
      await database.db
        .insertInto('unlocks')
        .values({
          student_id: studentId,
          pack_id: packId,
          payment_method: 'balance',
          charged: 0,
          unlocked_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
