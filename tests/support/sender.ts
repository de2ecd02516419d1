import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import type { RecordBody } from '#contract/study.ts'
import { createApi } from '#src/api/client.ts'
import { drain } from '#src/offline/sending/drain.ts'
import type { DrainDeps } from '#src/offline/sending/drain-deps.ts'
import { enqueueCall } from '#src/offline/sending/outbox.ts'
import { recordAnswer } from '#src/offline/record.ts'
import { answerOf, given, idOf, newDevice, noon, recordReply } from './device-facts.ts'
import { createDeviceLocks } from './device-locks.ts'
import { failureBody } from './failure-body.ts'

/** A device that sends what waits, to a network whose every answer is written out. */

export type NetworkAnswer = Response | 'silence' | ((body: RecordBody) => Response)
type Sent = { path: string; token: string | null; ids: string[]; body: RecordBody }

export function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
export function success(data: unknown) {
  return json({ code: 2000, message: 'ok', show_type: 0, data })
}
export function failure(name: ErrorName, headers: Record<string, string> = {}) {
  return json(failureBody(name), errorCatalogue[name].status, headers)
}
export function page(status = 200) {
  return new Response('<html>', { status, headers: { 'content-type': 'text/html' } })
}
export function storeAll(body: RecordBody): Response {
  return success(recordReply([...body.answers, ...body.undos].map((fact) => fact.id)))
}

const locks = createDeviceLocks()

export type Sender = ReturnType<typeof createSender>

export function createSender() {
  let ids = 7000
  const sender = {
    database: newDevice(),
    /** What the network says, one by one; after them it stores all. */
    answers: [] as NetworkAnswer[],
    sent: [] as Sent[],
    logged: [] as string[],
    nowMs: Date.parse(noon),
    ticket: 'zt_ticket' as string | null,
    depsOf: (fields: Partial<DrainDeps> = {}): DrainDeps => ({
      api: createApi({
        host: '',
        accessToken: () => 'zk_session',
        fetch: async (url, request = {}) => {
          const body = JSON.parse(String(request.body ?? '{}')) as RecordBody
          sender.sent.push({
            path: String(url).replace('/api/client', ''),
            token: new Headers(request.headers).get('authorization'),
            ids: [...(body.answers ?? []), ...(body.undos ?? [])].map((fact) => fact.id),
            body,
          })
          const answer = sender.answers.shift() ?? storeAll
          if (answer === 'silence') throw new TypeError('fetch failed')
          return answer instanceof Response ? answer : answer(body)
        },
      }),
      uploadTicket: () => Promise.resolve(sender.ticket),
      withCalls: () => true,
      now: () => sender.nowMs,
      random: () => 1,
      newId: () => idOf((ids += 1)),
      locks: locks.of({}),
      appVersion: '1',
      log: (message) => sender.logged.push(message),
      onCallReply: () => {},
      onCallRefused: () => {},
      ...fields,
    }),
    run: (options: { ignoreBackoff?: boolean } = {}) => drain(sender.database, sender.depsOf(), options),
    record: async (...numbers: number[]): Promise<void> => {
      for (const number of numbers) await recordAnswer(sender.database, given(answerOf(number)))
    },
    favorite: (number = 60) =>
      enqueueCall(sender.database, {
        id: idOf(number),
        createdAt: noon,
        endpoint: 'POST /card-packs/:id/favorite',
        input: { id: 'a' },
        coalesceKey: `favorite:${number}`,
      }),
  }
  return sender
}
