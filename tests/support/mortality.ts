import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { PaymentGateway } from '#server/gateways/payment/payment-gateway.ts'

/** A process that dies between two statements, or before or after a provider is asked. */

export type Mortality = {
  /** How many steps it may still do; undefined: as many as it likes. */
  dieAfter: (steps: number | undefined) => void
  database: (database: Database) => Database
  gateway: (gateway: PaymentGateway) => PaymentGateway
}

export function createMortality(): Mortality {
  let stepsLeft: number | undefined
  const step = (): void => {
    if (stepsLeft !== undefined && (stepsLeft -= 1) < 0) throw new Error('the process died here')
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      step()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const mortal =
    <Input extends unknown[], Output>(ask: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      step()
      const answer = await ask(...input)
      step()
      return answer
    }
  return {
    dieAfter: (steps) => {
      stepsLeft = steps
    },
    database: (database) => ({
      ...database,
      db: database.db.withPlugin(plugin),
      transaction: (work) => database.transaction((tx) => work(tx.withPlugin(plugin))),
    }),
    gateway: (gateway) => ({
      ...gateway,
      start: mortal(gateway.start),
      inquire: mortal(gateway.inquire),
      close: mortal(gateway.close),
      refund: mortal(gateway.refund),
      inquireRefund: mortal(gateway.inquireRefund),
    }),
  }
}
