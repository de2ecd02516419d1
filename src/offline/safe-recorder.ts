import { dayOf } from '#contract/study-day.ts'
import type { StudyUndo } from '#contract/study.ts'
import { readMeta, type AccountDatabase } from './database.ts'
import { recordAnswer, recordUndo, restoreUndo, type GivenAnswer } from './record.ts'
import { createUnsentFacts, factId, factOf, type SecondPlace, type UnsentFact } from './unsent.ts'
import { StuckError } from './watchdog.ts'
import { write } from './write.ts'
import type { MetaValues } from './schema.ts'

/**
 * An answer is written to the second place first, then to the database; there it stays until the server has it. So
 * it outlives a database that is full, silent, cleared or spoiled. Where nothing takes it, it waits in memory.
 */

export type SafeRecorder = {
  /** @returns where the answer is: `slot` is the second place alone, `memory` means that closing the app would lose it */
  record: (given: GivenAnswer) => Promise<'disk' | 'slot' | 'memory'>
  /** Takes back an answer, wherever it is. @returns whether there was one */
  undo: (undo: StudyUndo) => Promise<boolean>
  /**
   * Moves what waits outside the database into it: at start also what the database has lost. Around each drain.
   * @throws when the database does not take it yet
   */
  rescue: () => Promise<void>
  /**
   * What has been sent needs no second place any more. What the database does not know, because the browser has thrown
   * it away or another one is in use, has not been sent: the next rescue brings it.
   */
  forgetSent: () => Promise<void>
  /** How many answers wait outside the database. */
  waiting: () => number
}

/** Answers before the undos that take them back. */
const answersFirst = (facts: readonly UnsentFact[]): UnsentFact[] => {
  const timeOf = (fact: UnsentFact): string => ('answer' in fact ? fact.answer.answeredAt : '~')
  return [...facts].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
}

export function createSafeRecorder(
  database: AccountDatabase,
  deps: { secondPlace: SecondPlace; freeSpace: () => Promise<void> },
): SafeRecorder {
  const unsent = createUnsentFacts(deps.secondPlace, database.accountId)
  /** Not in the database, as far as is known. */
  const outside = new Map<string, UnsentFact>()
  /** Of these, the ones that no database ever took: they cannot have been sent. */
  const never = new Set<string>()
  /** On their way into it. */
  const underWay = new Set<string>()
  let isCompared = false

  const put = (fact: UnsentFact): Promise<void> =>
    'answer' in fact ? recordAnswer(database, fact) : restoreUndo(database, fact)

  /** The ones that the database never saw, or has lost; what it has sent is dropped. */
  const compare = async (): Promise<void> => {
    const facts = unsent.all()
    if (facts.length > 0) {
      const [waiting, known] = await Promise.all([idsInOutbox(database), knownOf(database, facts)])
      for (const fact of facts) {
        const id = factId(fact)
        if (waiting.has(id)) continue
        if (known.has(id)) unsent.remove(id)
        else outside.set(id, fact)
      }
      await forgetNotes(database, known)
    }
    isCompared = true
  }

  return {
    record: async (given) => {
      const { id } = given.answer
      underWay.add(id)
      unsent.keep(given)
      try {
        await recordAnswer(database, given).catch(async (error: unknown) => {
          if (error instanceof StuckError) throw error
          await deps.freeSpace().catch(() => undefined)
          await recordAnswer(database, given)
        })
        return 'disk'
      } catch {
        outside.set(id, given)
        never.add(id)
        return unsent.keep(given, { isOnlyPlace: true }) ? 'slot' : 'memory'
      } finally {
        underWay.delete(id)
      }
    },
    undo: async (undo) => {
      const waiting = outside.get(undo.answerId)
      if (waiting !== undefined && never.has(undo.answerId)) {
        outside.delete(undo.answerId)
        unsent.remove(undo.answerId)
        return true
      }
      if (waiting !== undefined && 'answer' in waiting) {
        const { packId, sessionId, answer } = waiting
        const fact = { packId, sessionId, undo, day: dayOf(answer.answeredAt, answer.utcOffsetMinutes) }
        outside.set(undo.id, fact)
        unsent.keep(fact, { isOnlyPlace: true })
        return true
      }
      return recordUndo(database, undo, (item) => unsent.keep(factOf(item)))
    },
    rescue: async () => {
      if (!isCompared) await compare()
      for (const fact of answersFirst([...outside.values()])) {
        await put(fact)
        outside.delete(factId(fact))
        never.delete(factId(fact))
      }
    },
    forgetSent: async () => {
      const ids = unsent.ids()
      if (ids.length === 0) return
      const kept = unsent.all()
      const waiting = await idsInOutbox(database)
      // Half written, by a browser that died: it cannot be sent.
      const readable = new Set(kept.map(factId))
      for (const id of ids) if (!readable.has(id)) unsent.remove(id)
      const gone = kept.filter((fact) => !waiting.has(factId(fact)) && !outside.has(factId(fact)))
      const known = await knownOf(database, gone)
      for (const fact of gone) {
        const id = factId(fact)
        if (underWay.has(id) || outside.has(id)) continue
        if (known.has(id)) unsent.remove(id)
        else outside.set(id, fact)
      }
      await forgetNotes(database, known)
    },
    waiting: () => outside.size,
  }
}

const idsInOutbox = (database: AccountDatabase): Promise<Set<string>> =>
  database.use(async (connection) => {
    const ids = new Set<string>()
    const index = connection.transaction('outbox').store.index('by-id')
    for (let cursor = await index.openKeyCursor(); cursor; cursor = await cursor.continue())
      ids.add(cursor.key)
    return ids
  })

/** Of these facts, those of which this database knows that they were there; where they wait no more, they were sent. */
const knownOf = async (database: AccountDatabase, facts: readonly UnsentFact[]): Promise<Set<string>> => {
  const [journal, sent = []] = await Promise.all([journalOf(database, facts), readMeta(database, 'sent')])
  return new Set([...journal, ...sent])
}

/** The second place has dropped them. */
const forgetNotes = (database: AccountDatabase, ids: ReadonlySet<string>): Promise<void> =>
  write(database, ['meta'], async (tx) => {
    const sent = (await tx.store.get('sent')) as MetaValues['sent'] | undefined
    if (sent?.some((id) => ids.has(id)))
      await tx.store.put(
        sent.filter((id) => !ids.has(id)),
        'sent',
      )
  })

/** The facts that the device remembers. */
const journalOf = (database: AccountDatabase, facts: readonly UnsentFact[]): Promise<Set<string>> =>
  database.use(async (connection) => {
    const journal = connection.transaction('journal').store
    const known = await Promise.all(
      facts.map(async (fact) => {
        if ('answer' in fact) return (await journal.getKey(fact.answer.id)) !== undefined
        return (await journal.get(fact.undo.answerId))?.undone === true
      }),
    )
    return new Set(facts.filter((_, index) => known[index]).map(factId))
  })
