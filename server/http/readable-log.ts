import type { DestinationStream } from 'pino'

/** The log for a person at a terminal: lines of JSON become lines of Chinese. Tools read the JSON. */

type Line = {
  level: number
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Readonly<Record<string, unknown>>

type Style = 'plain' | 'dim' | 'yellow' | 'red' | 'loud'

const codes: Readonly<Record<Style, string>> = {
  plain: '0',
  dim: '2',
  yellow: '33',
  red: '31',
  loud: '1;30;43',
}

/** What our own messages are called here; null: nothing that a person waits for. */
const words: Readonly<Record<string, ((line: Line) => string) | null>> = {
  listening: null,
  'database vacuumed': null,
  'starter library': () => '起始卡库已载入',
  'no template for a new database: making one': () => '第一次启动，正在建立数据库，约需十秒……',
  'migration applied': ({ migration }) => `数据库已升级：${String(migration)}`,
  'request failed': () => '有一个请求没有做成',
  'the database does not answer': () => '数据库没有回答',
  'the embedded database died': () => '内置数据库中断了，下一个请求会重新打开它',
  stopping: () => '正在停止，做完手上的请求……',
  stopped: () => '已停止，数据都已存好。再见！',
  'start failed': () => '启动失败',
  'the starter library has mistakes: the last one stays in use': () =>
    '起始卡库有错，继续使用上一次载入的内容',
  'the files of this version were not archived for pages that stay open': () =>
    '这个版本的静态文件没有存进 ASSETS_ARCHIVE_DIR：升级后，还开着旧页面的设备会缺文件',
  'an interrupted db:restore was undone: the database is as before': () =>
    '上一次 db:restore 中断了，已撤销：数据库没有变；要恢复请再执行一次',
  'an interrupted db:restore was completed: the database is the restored one': () =>
    '上一次 db:restore 中断了，现在已做完：数据库是恢复后的',
  'console SMS: codes are only written to the log': () => '内置短信网关：验证码只写进日志，不会真的发出',
  'no SMS was sent: the notice is only written here': () => '内置短信网关：没有发出短信，通知只写在这里',
  'sandbox payment: coins are given for no money': () => '内置模拟支付：不收钱就发金币',
  'simulated WeChat: anybody can sign in as anybody': () => '内置微信模拟器：谁都能以任何人的身份授权',
}

/** The messages that have words here. */
export function translatedMessages(): string[] {
  return Object.keys(words)
}

const isError = ({ level }: Line): boolean => level >= 50

const request = ({ method, route, status, ms }: Line): string =>
  `${String(method)} ${String(route)} 回答了 ${String(status)}（${String(ms)} 毫秒）`

/** @returns null for what is not shown */
const said = (line: Line): string | null => {
  const { msg = '', err } = line
  if (msg === 'request') return isError(line) ? request(line) : null
  // Fastify's own, of which there is one for each network.
  if (msg.startsWith('Server listening at')) return null
  const known = words[msg]
  if (known === null) return null
  const text = known?.(line) ?? msg
  const why = err?.message ?? ''
  return why === '' || text.includes(why) ? text : `${text}：${why}`
}

const hasChinese = /\p{Script=Han}/u

/** Where a mistake of the program happened. What is said in Chinese was foreseen: the place adds nothing. */
const placeOf = ({ err }: Line): string =>
  err?.stack && !hasChinese.test(err.message ?? '') ? err.stack.split('\n').slice(1).join('\n') : ''

const styleOf = ({ level }: Line): Style => (level >= 50 ? 'red' : level >= 40 ? 'yellow' : 'plain')

/**
 * @param isColourful whether the terminal understands colours
 * @returns the lines to print for a line of the log, each with its end; '' for none
 */
export function readable(json: string, isColourful: boolean): string {
  const paint = (style: Style, text: string): string =>
    isColourful && style !== 'plain' && text !== '' ? `\u001b[${codes[style]}m${text}\u001b[0m` : text
  const line = JSON.parse(json) as Line
  const time = paint('dim', new Date(line.time).toLocaleTimeString('zh-CN', { hour12: false }))
  if (typeof line['code'] === 'string' && typeof line['to'] === 'string')
    return `${time} ${paint('loud', ` 验证码 ${line['code']} `)} 给 ${line['to']}\n`
  const text = said(line)
  if (text === null) return ''
  const place = placeOf(line)
  return `${time} ${paint(styleOf(line), text)}\n${place && `${paint('dim', place)}\n`}`
}

/** Writes at once, so that it stands in order with what else is printed. */
export function readableOutput(): DestinationStream {
  const isColourful = process.stdout.isTTY && process.stdout.hasColors()
  return { write: (json) => void process.stdout.write(readable(json, isColourful)) }
}
