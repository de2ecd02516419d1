import { networkInterfaces } from 'node:os'
import type { Config } from '#server/config/config.ts'

/** The last words of a start, for a person at a terminal: where to open it, and how to sign in. */

const everywhere = new Set(['0.0.0.0', '::'])

/** Of this machine in its networks, e.g. `192.168.1.20`. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

type Started = Pick<Config, 'host' | 'publicUrl' | 'production'> & {
  /** The one that it listens on. */
  port: number
  /** Whether codes are not sent to phones. */
  revealsCodes: boolean
}

const signIn = ({ revealsCodes, production }: Started): string[] => {
  if (!revealsCodes) return ['登录：输入手机号，验证码发到手机上']
  if (production) return ['登录：输入手机号，验证码出现在这个窗口里，请老师告诉本人']
  return [
    '登录：输入任意手机号，验证码显示在登录页和这里',
    '这是试用：谁都能以任何人的身份登录。给班级用，请改用 npm run start:class',
  ]
}

export function welcome(started: Started): string {
  const { host, port, publicUrl } = started
  const isEverywhere = everywhere.has(host)
  const places = [
    ...(publicUrl ? [`网站：${publicUrl}`] : []),
    `本机打开：http://${isEverywhere ? 'localhost' : host}:${port}`,
    ...(isEverywhere
      ? ownAddresses().map((address) => `平板、手机打开（同一网络）：http://${address}:${port}`)
      : []),
  ]
  const lines = ['知卡已启动，按 Ctrl-C 停止', ...signIn(started), ...places]
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
