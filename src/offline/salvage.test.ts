import { beforeEach, expect, test } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import {
  createPackCalls,
  removeCardCall,
  removePackCall,
  renamePackCall,
} from '#src/queries/private-packs/private-pack-calls.ts'
import type { LateCall } from '#src/queries/sync/waiting-calls.ts'
import {
  accountId,
  answerOf,
  given,
  idOf,
  newDevice,
  noon,
  outboxOf,
  recordReply,
} from '#tests/support/device-facts.ts'
import { readAccount, writeAccount } from './accounts.ts'
import { acknowledge, acknowledgeCall } from './sending/acknowledge.ts'
import { accountDatabase, accountDatabaseName, type AccountDatabase } from './database.ts'
import { isStudy } from './sending/next-batch.ts'
import { enqueueCall } from './sending/outbox.ts'
import { recordAnswer } from './record.ts'
import { salvage } from './salvage.ts'
import type { StudyItem } from './schema.ts'

const cards = [75, 76].map((number) => ({ id: idOf(number), front: `问 ${number}`, back: '答' }))
const place = { gradeId: 'g7', subjectId: 'math' }
const packId = idOf(77)
let made = 0

const enqueue = async (
  database: AccountDatabase,
  [endpoint, input, coalesceKey]: LateCall<EndpointKey>,
): Promise<void> => {
  made += 1
  const call = { endpoint, input: input as Record<string, unknown>, coalesceKey }
  await enqueueCall(database, { ...call, id: idOf(8000 + made), createdAt: noon })
}

const rows = async (database: AccountDatabase) =>
  (await outboxOf(database)).map((item) => (item.kind === 'call' ? item.endpoint : item.kind))

let database: AccountDatabase
beforeEach(async () => {
  const old = newDevice()
  const [create] = createPackCalls({ packId, title: '笔记', ...place, cards })
  await enqueue(old, create!)
  await recordAnswer(old, given(answerOf(1), { packId }))
  await enqueue(old, renamePackCall(idOf(78), { title: '旧', ...place }))
  await old.close()
  await writeAccount(accountId, { generation: 2, setAside: [accountDatabaseName(accountId)] })
  database = accountDatabase(accountId)
})

/** Sends what waits here while the old database is away. */
const send = async (call: LateCall<EndpointKey>): Promise<void> => {
  await enqueue(database, call)
  const [waiting] = await outboxOf(database)
  if (waiting?.kind !== 'call') throw new Error('no call waits')
  await acknowledgeCall(database, waiting)
}

test('what was done to a private pack since comes after its making, and its answers after both', async () => {
  await enqueue(database, renamePackCall(packId, { title: '改名', ...place }))
  await Promise.all([salvage(database), salvage(database)])
  expect(await rows(database)).toEqual([
    'POST /private-packs',
    'PUT /private-packs/:packId',
    'PUT /private-packs/:packId',
    'answer',
  ])
  const [, , last] = await outboxOf(database)
  expect(last).toMatchObject({ input: { packId, title: '改名' } })
})

test('a later call of the same key has taken the place of the older one', async () => {
  await enqueue(database, renamePackCall(idOf(78), { title: '新', ...place }))
  await salvage(database)
  const renamed = (await outboxOf(database)).filter(
    (item) => item.kind === 'call' && item.coalesceKey === `private-pack-name:${idOf(78)}`,
  )
  expect(renamed).toMatchObject([{ input: { title: '新' } }])
})

test('a later call of the same key that was sent since has taken the place of the older one', async () => {
  await send(renamePackCall(idOf(78), { title: '新', ...place }))
  await salvage(database)
  expect(await rows(database)).toEqual(['POST /private-packs', 'answer'])
  expect((await readAccount(accountId))?.sentCalls).toBeUndefined()
})

test('a card that was removed since is removed again after the making of its pack', async () => {
  await send(removeCardCall(packId, cards[0]!.id))
  await salvage(database)
  expect(await rows(database)).toEqual([
    'POST /private-packs',
    'PUT /private-packs/:packId',
    'DELETE /private-packs/:packId/cards/:cardId',
    'answer',
  ])
})

test('a pack that was removed since does not come back', async () => {
  await send(removePackCall(packId))
  await salvage(database)
  expect(await rows(database)).toEqual(['PUT /private-packs/:packId', 'answer'])
})

test('what was sent from a database that was set aside in its turn still holds', async () => {
  await send(renamePackCall(idOf(78), { title: '新', ...place }))
  await database.close()
  const names = [accountDatabaseName(accountId, 2), accountDatabaseName(accountId)]
  await writeAccount(accountId, { generation: 3, setAside: names })
  database = accountDatabase(accountId)
  await salvage(database)
  expect(await rows(database)).toEqual(['POST /private-packs', 'answer'])
})

test('answers that were declined while the making of their pack was set aside go again, and no others', async () => {
  for (const [number, of] of [
    [2, packId],
    [3, idOf(79)],
  ] as const)
    await recordAnswer(database, given(answerOf(number), { packId: of }))
  const sent = (await outboxOf(database)) as StudyItem[]
  const results = sent.map(({ id }) => ({ id, status: 'refused' as const, reason: 'unknown_card' as const }))
  await acknowledge(database, sent, { ...recordReply([]), results }, '1')
  await salvage(database)
  const states = (await outboxOf(database)).filter(isStudy).map(({ id, state }) => [id, state])
  expect(states).toEqual([
    [answerOf(2).id, 'pending'],
    [answerOf(3).id, 'refused'],
    [answerOf(1).id, 'pending'],
  ])
})

test.each([
  ['the newer opens first', 0],
  ['the older opens first', 1],
])('of two that were set aside the older calls go first: %s', async (_, opensFirst) => {
  await enqueue(database, removePackCall(packId))
  await database.close()
  const setAside = [accountDatabaseName(accountId, 2), accountDatabaseName(accountId)]
  await writeAccount(accountId, { generation: 3, setAside: [setAside[opensFirst]!] })
  const third = accountDatabase(accountId)
  await enqueue(third, renamePackCall(packId, { title: '再改', ...place }))
  await salvage(third)
  await writeAccount(accountId, { setAside: [setAside[1 - opensFirst]!] })
  await salvage(third)
  const calls = (await outboxOf(third)).filter((item) => item.kind === 'call' && item.input.packId === packId)
  expect(calls).toMatchObject([
    { endpoint: 'POST /private-packs' },
    { endpoint: 'DELETE /private-packs/:packId' },
    { input: { title: '再改' } },
  ])
})

test('of the calls of one key in two that were set aside the newer one counts, whichever opens first', async () => {
  await enqueue(database, renamePackCall(idOf(78), { title: '新', ...place }))
  await database.close()
  await writeAccount(accountId, { generation: 3, setAside: [accountDatabaseName(accountId)] })
  const third = accountDatabase(accountId)
  await salvage(third)
  await writeAccount(accountId, { setAside: [accountDatabaseName(accountId, 2)] })
  for (const call of await outboxOf(third)) if (call.kind === 'call') await acknowledgeCall(third, call)
  await salvage(third)
  expect(await outboxOf(third)).toMatchObject([{ kind: 'answer' }, { input: { title: '新' } }])
})
