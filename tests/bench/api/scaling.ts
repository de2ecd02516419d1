import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { median } from '../statistics.ts'
import { startBenchServer } from './bench-server.ts'
import { createCaller, requestOf } from './caller.ts'
import { answerOf, downloadPack } from './classroom.ts'
import { createCpuShare } from './cpu-share.ts'
import type { Figure } from './figure.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { phoneOf, signIn } from './sign-in.ts'

/** How much more several processes on one PostgreSQL answer, when each has the same small part of a processor. */

const share = 0.15
const minStep = 1.8
const connectionsEach = 8
const counts = [1, 2, 4]
/** The middle of them counts: what else the machine does falls on some. */
const rounds = 3

/** Each connection has its own, so that none waits for another's record. */
const studentsOfConnection = 2

type Student = { token: string; packId: string; cardIds: string[] }

const signInStudents = async (url: string, count: number): Promise<Student[]> => {
  const students: Student[] = []
  for (let number = 1; number <= count; number += 1) {
    const caller = createCaller(url)
    const { token } = await signIn(caller, phoneOf(number))
    students.push({ token, ...(await downloadPack(caller)) })
    caller.close()
  }
  return students
}

/**
 * Half lists, three in ten packs of cards, one in ten an upload of twenty new answers, one in ten a favourite that
 * is set and taken back in turn. The answers go round all cards of many students, so that no card's history is long.
 */
const mixOf = ({ token, packId, cardIds }: Student): autocannon.Request[] => {
  const of = (request: ReturnType<typeof requestOf>): autocannon.Request => ({
    method: request.method as 'GET' | 'POST' | 'DELETE',
    path: request.url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: request.body }),
  })
  let answered = 0
  const newUpload = (): autocannon.Request => {
    const now = new Date()
    const nextCard = (): string => cardIds[(answered += 1) % cardIds.length] ?? ''
    return of(
      requestOf('POST /user-study/record/:packId/:sessionId', {
        packId,
        sessionId: randomUUID(),
        deviceId: randomUUID(),
        sentAt: now.toISOString(),
        answers: Array.from({ length: 20 }, () => answerOf(nextCard(), now)),
        undos: [],
      }),
    )
  }
  const upload: autocannon.Request = {
    ...newUpload(),
    setupRequest: (request) => ({ ...request, ...newUpload() }),
  }
  const list = of(requestOf('GET /card-packs/unlocked', { utcOffsetMinutes: 480 }))
  const cards = of(
    requestOf('POST /card-packs/:id/card-details', { id: packId, cardIds: cardIds.slice(0, 50) }),
  )
  const favourite = of(requestOf('POST /card-packs/:id/favorite', { id: packId }))
  const takenBack = of(requestOf('DELETE /card-packs/:id/favorite', { id: packId }))
  const half = (last: autocannon.Request) => [list, cards, list, upload, list, cards, list, last, list, cards]
  return [...half(favourite), ...half(takenBack)]
}

/** @returns requests a second of all processes together. @throws when one of them answers an error */
const throughputOf = async (
  servers: readonly MeasuredProcess[],
  students: readonly Student[],
  seconds: number,
): Promise<number> => {
  const results = await Promise.all(
    servers.map((server, at) => {
      let next = at * connectionsEach * studentsOfConnection
      return autocannon({
        url: server.url,
        connections: connectionsEach,
        duration: seconds,
        timeout: 60,
        setupClient: (client) => {
          const own = students.slice(next, next + studentsOfConnection)
          next += studentsOfConnection
          client.setRequests(own.flatMap(mixOf))
        },
      })
    }),
  )
  const refused = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (refused > 0) throw new Error(`${refused} requests failed under the load of ${servers.length} processes`)
  return results.reduce((sum, result) => sum + result['2xx'] / result.duration, 0)
}

export async function measureScaling(
  options: { databaseUrl: string; libraryDir: string },
  seconds: number,
): Promise<Figure> {
  const servers = [await startBenchServer(options)]
  const cpu = createCpuShare(share)
  try {
    for (let more = 0; more < 3; more += 1) servers.push(await startBenchServer(options))
    const students = await signInStudents(
      servers[0]!.url,
      servers.length * connectionsEach * studentsOfConnection,
    )
    // Without a limit, so that the compiler has done its work before anything is counted.
    await throughputOf(servers, students, seconds)
    for (const { pid } of servers) cpu.hold(pid)
    const measured = new Map<number, number[]>(counts.map((count) => [count, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const count of counts)
        measured.get(count)?.push(await throughputOf(servers.slice(0, count), students, seconds / rounds))
    }
    const rates = counts.map((count) => median(measured.get(count) ?? []))
    const [one = NaN, two = NaN, four = NaN] = rates
    const steps = [two / one, four / two]
    return {
      name: `1 → 2 → 4 个进程，各限 ${share * 100}% 个处理器（${cpu.means}）`,
      engine: 'PostgreSQL',
      measured: `每秒 ${rates.map((rate) => rate.toFixed(0)).join(' → ')} 个请求：${steps.map((step) => `${step.toFixed(2)} 倍`).join('、')}`,
      budget: `每步 ≥ ${minStep} 倍`,
      passed: steps.every((step) => step >= minStep),
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    cpu.end()
  }
}
