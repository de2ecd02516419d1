import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from '../browser/fixture.ts'
import { startTcpGate, type TcpGate } from '../support/tcp-gate.ts'
import type { Engine } from './engine.ts'
import { startEngine, type EngineName } from './start-engine.ts'

type Fixtures = {
  start: (name: EngineName) => Promise<Engine>
  /** Between the browser and the server; shut, the network is really gone. */
  gate: TcpGate
  /** Another site, to which a student may go away. */
  elsewhere: string
}

export const test = base.extend<Fixtures>({
  start: async ({}, use) => {
    const started: Engine[] = []
    await use(async (name) => {
      const engine = await startEngine(name)
      started.push(engine)
      return engine
    })
    for (const engine of started) await engine.quit()
  },
  gate: async ({ server }, use) => {
    const gate = await startTcpGate({ host: 'localhost', port: server.port })
    await use(gate)
    await gate.close()
  },
  elsewhere: async ({}, use) => {
    const site = createServer((_request, reply) =>
      reply.setHeader('content-type', 'text/html').end('<title>elsewhere</title><p>elsewhere'),
    )
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    await use(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    site.closeAllConnections()
    site.close()
  },
})

export { expect } from '../browser/fixture.ts'
