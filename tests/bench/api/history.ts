import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { quantile } from '../statistics.ts'
import { longHistoryOf } from './answer-probes.ts'
import { startBenchServer } from './bench-server.ts'
import { createCaller, type Caller } from './caller.ts'
import { answerOf, downloadPack } from './classroom.ts'
import type { Figure } from './figure.ts'
import { makeProbedWorld } from './made-probes.ts'
import type { Pack, Probe, ProbedWorld } from './probe.ts'
import { probesOf } from './probes.ts'
import { copyDatabase, gatherStatistics, seedAnswers } from './seed-answers.ts'
import { phoneOf, signIn } from './sign-in.ts'

/**
 * Whether a call grows slower with the study answers in the database. Two databases with the same student, who
 * has met every card of a pack and has a record of 400 days; in one of them the class, and this student too, have
 * answered a million times; a few cards of the pack are left out of that, see answer-probes.ts. Calls go to both in
 * turns, so that noise falls on both.
 */

const maxRatio = 1.2
const days = 400
const dayMs = 86_400_000
const batchSize = 160
/** In both databases. */
const commonAnswers = 800
/** Of all answers, those of the student who asks. */
const ownPart = 0.01
const warmUp = 20
const phone = phoneOf(1)

/** Answers spread evenly over the last 400 days and over all cards of the pack. */
const study = async (caller: Caller, { packId, cardIds }: Pack, amount: number): Promise<void> => {
  const now = Date.now()
  for (let from = 0; from < amount; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, amount - from) }, (_, index) => from + index)
    await caller.call('POST /user-study/record/:packId/:sessionId', {
      packId,
      sessionId: randomUUID(),
      deviceId: randomUUID(),
      sentAt: new Date(now).toISOString(),
      answers: numbers.map((number) =>
        answerOf(
          cardIds[number % cardIds.length]!,
          new Date(now - Math.floor((1 - number / amount) * days * dayMs)),
        ),
      ),
      undos: [],
    })
  }
}

type Side = {
  call: (probe: Probe) => Promise<void>
  times: Map<Probe, number[]>
  close: () => Promise<void>
}

/** A student may leave ten orders open. */
const callsBeforeLimits = 8

/** No student writes as often as this one: what counts towards a limit is cleared before it is too much. */
const makeRoom = async (database: Client, { orderId }: ProbedWorld): Promise<void> => {
  await database.query('delete from rate_limits')
  await database.query(`update orders set status = 'closed' where status = 'pending' and id <> $1`, [orderId])
}

const openSide = async (
  options: { databaseUrl: string; libraryDir: string },
  { token, world }: { token: string; world: ProbedWorld },
): Promise<Side> => {
  const server = await startBenchServer(options)
  const caller = createCaller(server.url)
  caller.authorize(token)
  const times = new Map<Probe, number[]>()
  const database = new Client({ connectionString: options.databaseUrl })
  await database.connect()
  let calls = 0
  return {
    times,
    call: async (probe) => {
      if ((calls += 1) % callsBeforeLimits === 0) await makeRoom(database, world)
      times.set(probe, [...(times.get(probe) ?? []), await probe.measure(caller, world)])
    },
    close: async () => {
      caller.close()
      await database.end()
      await server.stop()
    },
  }
}

/** Signs the student in and gives both databases what they have in common. */
const prepare = async (options: { databaseUrl: string; libraryDir: string }) => {
  const server = await startBenchServer(options)
  const caller = createCaller(server.url)
  const critic = createCaller(server.url)
  try {
    const { token } = await signIn(caller, phone)
    const pack = await downloadPack(caller)
    await study(caller, pack, commonAnswers)
    await signIn(critic, phoneOf(2))
    await downloadPack(critic)
    return { token, pack, world: await makeProbedWorld(caller, critic, pack) }
  } finally {
    caller.close()
    critic.close()
    await server.stop()
  }
}

/** Adds the long history: the student's own by real uploads, the class's straight into the tables. */
const grow = async (
  options: { databaseUrl: string; libraryDir: string },
  { token, pack }: { token: string; pack: Pack },
  answers: number,
): Promise<void> => {
  const server = await startBenchServer(options)
  const caller = createCaller(server.url)
  caller.authorize(token)
  const own = Math.round(answers * ownPart)
  try {
    await study(caller, longHistoryOf(pack), own)
  } finally {
    caller.close()
    await server.stop()
  }
  await seedAnswers(options.databaseUrl, answers - own)
}

export async function measureHistory(
  options: { databaseUrl: string; libraryDir: string },
  scale: { answers: number; blocks: number; callsInBlock: number },
): Promise<Figure[]> {
  const common = await prepare(options)
  const probes = probesOf(common.world)
  await gatherStatistics(options.databaseUrl)
  const copy = await copyDatabase(options.databaseUrl, `zhika_bench_${randomUUID().replaceAll('-', '')}`)
  try {
    await grow({ ...options, databaseUrl: copy.url }, common, scale.answers)
    const few = await openSide(options, common)
    const many = await openSide({ ...options, databaseUrl: copy.url }, common)
    try {
      for (const probe of probes) {
        for (const side of [few, many]) for (let call = 0; call < warmUp; call += 1) await side.call(probe)
      }
      for (const { times } of [few, many]) times.clear()
      for (let block = 0; block < scale.blocks; block += 1) {
        for (const probe of probes) {
          for (let call = 0; call < scale.callsInBlock; call += 1) {
            for (const side of call % 2 === 0 ? [few, many] : [many, few]) await side.call(probe)
          }
        }
      }
    } finally {
      await Promise.all([few.close(), many.close()])
    }
    return figuresOf(probes, { few: few.times, many: many.times }, scale)
  } finally {
    await copy.drop()
  }
}

type Times = ReadonlyMap<Probe, readonly number[]>

/**
 * The p95 of the quietest block: what else the machine does falls on some blocks only, while a call that has
 * grown slower is slower in each.
 */
const quietP95 = (times: readonly number[] = [], callsInBlock: number): number =>
  Math.min(
    ...Array.from({ length: Math.floor(times.length / callsInBlock) }, (_, block) =>
      quantile(times.slice(block * callsInBlock, (block + 1) * callsInBlock), 0.95),
    ),
  )

const figuresOf = (
  probes: readonly Probe[],
  times: { few: Times; many: Times },
  { answers, callsInBlock }: { answers: number; callsInBlock: number },
): Figure[] =>
  probes.map((probe) => {
    const { withoutBudget } = probe
    const few = quietP95(times.few.get(probe), callsInBlock)
    const many = quietP95(times.many.get(probe), callsInBlock)
    const ratio = many / few
    return {
      name: `${probe.name}，${answers / 10_000} 万次回答前后的 p95`,
      engine: 'PostgreSQL',
      measured: `${few.toFixed(2)} → ${many.toFixed(2)} 毫秒，${ratio.toFixed(2)} 倍${withoutBudget === undefined ? '' : `（${withoutBudget}）`}`,
      ...(withoutBudget === undefined && { budget: `≤ ${maxRatio} 倍` }),
      passed: withoutBudget !== undefined || ratio <= maxRatio,
    }
  })
