import { expect, it } from 'vitest'
import { readable } from './http/readable-log.ts'
import { welcome } from './welcome.ts'

const at = { host: '0.0.0.0', port: 8787, publicUrl: undefined, production: false, revealsCodes: true }
const line = (fields: object) =>
  readable(JSON.stringify({ level: 30, time: '2026-11-20T08:00:00.000Z', ...fields }), false)

it('the welcome ends with where to open it, and says how to sign in', () => {
  expect(welcome(at)).toMatch(
    /任意手机号[\s\S]*谁都能以任何人的身份登录[\s\S]*本机打开：http:\/\/localhost:8787\n/,
  )
  expect(welcome({ ...at, production: true })).toContain('验证码出现在这个窗口里')
  expect(welcome({ ...at, host: '127.0.0.1', revealsCodes: false })).toMatch(
    /发到手机上\n {2}本机打开：http:\/\/127\.0\.0\.1:8787\n\n$/,
  )
})

it('the log for a person is Chinese, shows a code, and leaves out what went well', () => {
  expect(
    line({
      level: 40,
      to: '138****8000',
      code: '123456',
      msg: 'no SMS was sent: the code is only written here',
    }),
  ).toMatch(/ {2}验证码 123456 {2}给 138\*{4}8000\n$/)
  expect(line({ msg: 'request', method: 'GET', route: '/x', status: 200, ms: 3 })).toBe('')
  expect(line({ level: 50, msg: 'request', method: 'GET', route: '/x', status: 503, ms: 3 })).toContain(
    'GET /x 回答了 503（3 毫秒）',
  )
  expect(line({ level: 40, msg: 'sandbox payment: coins are given for no money' })).toMatch(
    / 内置模拟支付：不收钱就发金币\n$/,
  )
  const err = { message: '端口被占用', stack: 'Error: 端口被占用\n    at main.ts' }
  expect(line({ level: 60, msg: 'start failed', err })).toMatch(/启动失败：端口被占用\n$/)
  expect(
    line({ level: 50, msg: 'request failed', err: { message: 'x is null', stack: 'E\n  at a.ts' } }),
  ).toMatch(/没有做成：x is null\n {2}at a\.ts\n$/)
})
