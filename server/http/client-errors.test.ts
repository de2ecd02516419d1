import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile({ listen: true })

/** Sends bytes as they are; the server has to end the connection. */
const answerTo = async (bytes: string) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: head.split('\r\n')[0], head, body: JSON.parse(body) as unknown }
}

const wrapper = { code: 4220, message: '提交的内容有误：请求格式', show_type: 2, data: null }

describe('what is no request at all', () => {
  it('is refused in words, in the usual wrapper', async () => {
    const { status, head, body } = await answerTo('这不是 HTTP\r\n\r\n')
    expect(status).toBe('HTTP/1.1 400 Bad Request')
    expect(head).toContain('content-type: application/json; charset=utf-8')
    expect(body).toEqual(wrapper)
  })

  it('is refused when its headers are too long', async () => {
    const { status, body } = await answerTo(
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    )
    expect(status).toBe('HTTP/1.1 431 Request Header Fields Too Large')
    expect(body).toEqual(wrapper)
  })

  it('hears why, however much more it sends before it listens', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const reply = text(socket)
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n')
    for (let line = 0; line < 1000 && socket.writable; line += 1) {
      socket.write(`x-long: ${'a'.repeat(1000)}\r\n`)
      if (line % 100 === 0) await nextTurn()
    }
    expect(await reply).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('gets an answer that says so when it does not end within a minute', async () => {
    expect(server.app.server.requestTimeout).toBe(60_000)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const [served] = await once(server.app.server, 'connection')
    server.app.server.emit(
      'clientError',
      Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      served,
    )
    const reply = await text(socket)
    expect(reply).toContain('HTTP/1.1 408 Request Timeout')
    expect(reply).toContain('请求超时，请稍后再试')
  })
})
