import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { apiBasePath, appName } from '#contract/constants.ts'

/** Clients that read and write through the proxy without a pause, and what became of their requests. */
export type SteadyLoad = {
  /** Waits for the last replies. */
  stop: () => Promise<LoadReport>
}

type LoadReport = {
  requests: number
  /** What went wrong, e.g. `POST 502`, and how often. */
  failures: Record<string, number>
  slowestMs: number
}

type Call = { method: 'GET' | 'POST'; path: string; body?: string }

/** Neither needs a student: any reply of the app counts, also that a code is wrong. */
const calls: readonly ((turn: number) => Call)[] = [
  () => ({ method: 'GET', path: '/discovery' }),
  () => ({ method: 'GET', path: '/categories-tree' }),
  (turn) => ({
    method: 'POST',
    path: '/auth/login',
    body: JSON.stringify({ phone: `138${String(turn).padStart(8, '0')}`, code: '000000', agreed: true }),
  }),
]

type Outcome = { failure?: string }

const send = (agent: Agent, site: string, { method, path, body }: Call): Promise<Outcome> =>
  new Promise((resolve) => {
    const headers = { appname: appName, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const sent = request(`${site}${apiBasePath}${path}`, { agent, method, headers }, (reply) => {
      reply.resume()
      reply.once('close', () => {
        const ofTheApp = reply.headers['x-request-id'] !== undefined
        const whole = reply.complete && ofTheApp && (reply.statusCode ?? 500) < 500
        resolve(whole ? {} : { failure: `${method} ${reply.complete ? reply.statusCode : 'cut off'}` })
      })
    })
    sent.once('error', (error) => resolve({ failure: `${method} ${error.message}` }))
    sent.end(body)
  })

export type LoadOptions = {
  clients: number
  /** Between a reply and the next request of a client, at most; the mean is half of it. */
  pauseMs: number
}

export function startLoad(site: string, options: LoadOptions): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const report: LoadReport = { requests: 0, failures: {}, slowestMs: 0 }
  const end = new AbortController()
  const client = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const turn = report.requests
      report.requests += 1
      const startedAt = performance.now()
      const { failure } = await send(agent, site, calls[turn % calls.length]!(turn))
      report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt)
      if (failure !== undefined) report.failures[failure] = (report.failures[failure] ?? 0) + 1
      await delay(Math.random() * options.pauseMs)
    }
  }
  const clients = Array.from({ length: options.clients }, client)
  return {
    stop: async () => {
      end.abort()
      await Promise.all(clients)
      agent.destroy()
      return report
    },
  }
}
