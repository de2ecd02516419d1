import { isIP } from 'node:net'

export type Environment = Readonly<Record<string, string | undefined>>

/** A start-up error that the operator can act on: it names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: string

  constructor(variable: string, problem: string) {
    super(`环境变量 ${variable}：${problem}`)
    this.variable = variable
  }
}

/** An empty variable counts as absent, as `docker compose` and CI systems write it. */
const valueOf = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined

export function integerFrom(
  env: Environment,
  name: string,
  range: { fallback: number; minimum: number; maximum: number },
): number {
  const text = valueOf(env, name)
  if (text === undefined) return range.fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < range.minimum || value > range.maximum) {
    throw new ConfigError(name, `应为 ${range.minimum} 到 ${range.maximum} 之间的整数，现在是“${text}”`)
  }
  return value
}

export function oneOf<T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const text = valueOf(env, name)
  if (text === undefined) return fallback
  const found = allowed.find((value) => value === text)
  if (!found) throw new ConfigError(name, `应为 ${allowed.join('、')} 之一，现在是“${text}”`)
  return found
}

export function booleanFrom(env: Environment, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['0', '1'], fallback ? '1' : '0') === '1'
}

/** @throws ConfigError when it is absent or blank */
export function requiredText(env: Environment, name: string): string {
  const text = valueOf(env, name)
  if (text === undefined) throw new ConfigError(name, '必须填写')
  return text
}

/** The message repeats no value: it might hold a password. */
const siteUrlOf = (name: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSite =
    url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !/[?#]/.test(text)
  if (!isSite) throw new ConfigError(name, '应为网站的根地址，如 https://zhika.example.com')
  return url.origin
}

/** Numbers of mobile phones, parted by commas. The message repeats none. */
export function phonesFrom(env: Environment, name: string): ReadonlySet<string> {
  const phones = (valueOf(env, name) ?? '').split(/[,，\s]+/).filter(Boolean)
  const wrong = phones.findIndex((phone) => !/^1[3-9]\d{9}$/.test(phone))
  if (wrong !== -1) throw new ConfigError(name, `第 ${wrong + 1} 个不是 11 位手机号；多个用逗号分隔`)
  return new Set(phones)
}

/** The address of a site, without a slash at the end. */
export function siteUrlFrom(env: Environment, name: string): string | undefined {
  const text = valueOf(env, name)
  return text === undefined ? undefined : siteUrlOf(name, text)
}

/** Several, with commas between them. */
export function siteUrlsFrom(env: Environment, name: string): string[] {
  const texts = (valueOf(env, name) ?? '').split(',').map((text) => text.trim())
  return texts.filter((text) => text !== '').map((text) => siteUrlOf(name, text))
}

const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

const isNetwork = (text: string): boolean => {
  if (networkNames.has(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

/** A number of hops, or a comma-separated list of addresses, networks and names such as `loopback`. */
export function trustedProxies(env: Environment, name: string): false | number | string[] {
  const text = valueOf(env, name)
  if (text === undefined || text === '0') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  if (!networks.every(isNetwork)) {
    throw new ConfigError(
      name,
      `应为代理层数，或用逗号分隔的地址、网段（如 10.0.0.0/8）、loopback，现在是“${text}”`,
    )
  }
  return networks
}

/** @returns the message for an operator whose port cannot be had */
export function listenFailure({ host, port }: { host: string; port: number }, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ConfigError(
      'PORT',
      `端口 ${port} 已被占用。知卡可能已经在运行；也可以换一个，如 PORT=${port + 1}`,
    )
  if (code === 'EACCES') return new ConfigError('PORT', `没有权限使用端口 ${port}，请换一个 1024 以上的`)
  if (code === 'EADDRNOTAVAIL') return new ConfigError('HOST', `这台电脑没有地址 ${host}`)
  return error
}
