import { readAccount, writeAccount, type AccountRow } from './accounts.ts'
import { deleteDatabase, generationOf, openDatabase, type AccountDatabase } from './database.ts'
import { madeIn } from './sending/made-in.ts'
import { bringsBack, isOvertaken } from './sending/overtaken.ts'
import { groupOf, isCall, isStudy } from './sending/next-batch.ts'
import { stateRange } from './sending/outbox.ts'
import { recordAnswer, restoreUndo } from './record.ts'
import type { AccountConnection, CallItem, OutboxItem, StudyItem } from './schema.ts'
import { write } from './write.ts'

/**
 * What a database still holds that did not open and was set aside: its unsent rows move over when it opens again,
 * then it is removed. Ids make it harmless to do so twice.
 */

type SentCalls = NonNullable<AccountRow['sentCalls']>

/** Removals that were sent when what they remove was not there yet: they go again, after it. */
const removalsAfter = (moved: readonly CallItem[], sent: SentCalls): Omit<CallItem, 'seq'>[] =>
  [...sent.values()]
    .filter((later) => moved.some((call) => later.madeIn > madeIn(call) && bringsBack(call, later)))
    .map((later) => ({ ...later, kind: 'call', state: 'pending', attempts: 0 }))

/**
 * Puts calls of a database that was set aside among those that wait here, in the order in which they were made: what
 * was made of a private pack since comes after its making. Where a later call of the same key waits, or was sent
 * since, it has taken the place of the older one; what a later one has removed is not brought back.
 * @param from.generation of the database that they come from
 * @param from.sent what was sent since; of one database, a call that waits is newer than one of its key that was sent
 */
const moveCalls = (
  database: AccountDatabase,
  calls: readonly CallItem[],
  { generation, sent }: { generation: number; sent: SentCalls },
): Promise<void> =>
  write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    const here = (await outbox.index('by-coalesce-key').getAll()).filter(isCall)
    const isReplaced = (call: CallItem): boolean =>
      (sent.get(call.coalesceKey)?.madeIn ?? 0) > madeIn(call) ||
      here.some((other) => other.coalesceKey === call.coalesceKey && madeIn(other) >= madeIn(call))
    const moved = calls
      .map((call) => ({ ...call, madeIn: Math.min(madeIn(call), generation) }))
      .filter((call) => !isReplaced(call))
      .filter(
        (call) =>
          ![...sent.values()].some((later) => later.madeIn > madeIn(call) && isOvertaken(call, later)),
      )
    const groups = new Set(moved.map(groupOf))
    const keys = new Set(moved.map(({ coalesceKey }) => coalesceKey))
    const around = here.filter((call) => groups.has(groupOf(call)))
    for (const { seq } of around) await outbox.delete(seq)
    const inOrder = [...moved, ...around.filter((call) => !keys.has(call.coalesceKey))].sort(
      (a, b) => madeIn(a) - madeIn(b) || a.seq - b.seq,
    )
    for (const { seq: _, ...call } of inOrder) await outbox.add(call as OutboxItem)
    for (const removal of removalsAfter(moved, sent))
      if (here.every(({ coalesceKey }) => coalesceKey !== removal.coalesceKey))
        await outbox.add(removal as OutboxItem)
    // Facts that went up before were declined for a pack that the server did not know yet.
    const packIds = new Set(moved.map(({ input }) => input.packId))
    for (const fact of (await outbox.index('by-state').getAll(stateRange('refused'))).filter(isStudy))
      if (packIds.has(fact.packId)) await outbox.put({ ...fact, state: 'pending', nextTryAt: undefined })
  })

const moveFact = (database: AccountDatabase, item: StudyItem): Promise<void> => {
  const { packId, sessionId, day } = item
  if (item.kind === 'answer') return recordAnswer(database, { packId, sessionId, answer: item.payload })
  return restoreUndo(database, { packId, sessionId, day, undo: item.payload })
}

/** @returns whether it is empty now */
const empty = async (database: AccountDatabase, name: string, old: AccountConnection): Promise<boolean> => {
  const items = await old.getAll('outbox')
  // Before the facts: those of a private pack follow the calls that make it.
  const calls = items.filter(isCall)
  const { sentCalls: sent = new Map() } = (await readAccount(database.accountId)) ?? {}
  if (calls.length > 0) await moveCalls(database, calls, { generation: generationOf(name), sent })
  for (const { seq } of calls) await old.delete('outbox', seq)
  for (const item of items.filter(isStudy)) {
    await moveFact(database, item)
    await old.delete('outbox', item.seq)
  }
  return (await old.count('outbox')) === 0
}

/** Once at each start. What does not open yet waits for the next one. */
export async function salvage(database: AccountDatabase): Promise<void> {
  const { accountId } = database
  for (const name of (await readAccount(accountId))?.setAside ?? []) {
    const old = await openDatabase(name, () => {}).catch(() => null)
    if (old === null) continue
    const isEmpty = await empty(database, name, old)
      .catch(() => false)
      .finally(() => old.close())
    if (isEmpty) await forgetSetAside(database, name)
  }
}

const forgetSetAside = async (database: AccountDatabase, name: string): Promise<void> => {
  const { accountId } = database
  await deleteDatabase(name)
  const setAside = ((await readAccount(accountId))?.setAside ?? []).filter((other) => other !== name)
  await writeAccount(accountId, { setAside, ...(setAside.length === 0 && { sentCalls: undefined }) })
}

/**
 * For a sign-out: nothing readable may stay, also where this app cannot read. The answers of a database that does not
 * open are in the second place.
 */
export async function endSetAside(database: AccountDatabase): Promise<void> {
  await salvage(database).catch(() => undefined)
  for (const name of (await readAccount(database.accountId))?.setAside ?? [])
    await forgetSetAside(database, name)
}
