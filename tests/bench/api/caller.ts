import { Agent, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { endpoints, type EndpointKey, type Input, type Reply } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { apiBasePath, appName, successCode } from '#contract/constants.ts'

/** A tablet: one connection that is kept, and the time of every request. */
export type Caller = {
  call: <K extends EndpointKey>(key: K, input: Input<K>) => Promise<Reply<K>>
  /** A file of the page. @returns its text */
  get: (path: string) => Promise<string>
  authorize: (token: string) => void
  /** Milliseconds of each request so far, from its first byte to the last of its reply. */
  times: readonly number[]
  close: () => void
}

/** Method, address and body that the contract gives to one flat input. */
export function requestOf(key: EndpointKey, input: Readonly<Record<string, unknown>>) {
  const endpoint: Endpoint = endpoints[key]
  const [method = '', path = ''] = key.split(' ')
  const inPath = new Set(path.match(/:\w+/g)?.map((name) => name.slice(1)))
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  const url =
    apiBasePath + path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  if (endpoint.body) return { method, url, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()
  return { method, url: query === '' ? url : `${url}?${query}`, body: undefined }
}

type Sent = { status: number; text: string }

export function createCaller(site: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let token: string | undefined

  const send = (method: string, path: string, body?: string): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const headers = {
        appname: appName,
        'accept-encoding': 'br',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const sending = request(site + path, { method, agent, headers }, (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('error', reject)
        reply.on('end', () => {
          times.push(performance.now() - startedAt)
          const bytes = Buffer.concat(parts)
          const isCompressed = reply.headers['content-encoding'] === 'br'
          const text = (isCompressed ? brotliDecompressSync(bytes) : bytes).toString()
          resolve({ status: reply.statusCode ?? 0, text })
        })
      })
      sending.on('error', reject)
      sending.end(body)
    })

  return {
    call: async <K extends EndpointKey>(key: K, input: Input<K>) => {
      const { method, url, body } = requestOf(key, input as Readonly<Record<string, unknown>>)
      const { status, text } = await send(method, url, body)
      const { code, data } = JSON.parse(text) as { code: number; data: Reply<K> }
      if (code !== successCode) throw new Error(`${key} answered ${status}: ${text.slice(0, 200)}`)
      return data
    },
    get: async (path) => {
      const { status, text } = await send('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      return text
    },
    authorize: (given) => {
      token = given
    },
    times,
    close: () => agent.destroy(),
  }
}
