import { createApi } from '#src/api/client.ts'
import { openAccount, type Account } from '#src/offline/account.ts'
import { createChanges } from '#src/offline/changes.ts'
import { noSecondPlace } from '#src/offline/unsent.ts'
import type { StudyActions } from '#src/queries/study.ts'
import { accountId } from './device-facts.ts'

/** The account of a device that holds no ticket, so nothing is ever sent; its second place is full as well. */
export function accountHere(deps: { now: () => number; newId: () => string }): Account {
  return openAccount(accountId, {
    ...deps,
    api: createApi({
      host: 'http://127.0.0.1:9',
      accessToken: () => null,
      onSessionExpired: () => undefined,
    }),
    changes: createChanges(),
    secondPlace: {
      ...noSecondPlace,
      write: () => {
        throw new Error('full')
      },
    },
    onSetAside: () => undefined,
    freeSpace: async () => undefined,
    requestBackgroundSync: async () => undefined,
    withCalls: () => true,
    locks: undefined,
    appVersion: 'test',
    utcOffsetMinutes: () => 480,
    random: () => 0.5,
    log: () => undefined,
    onCallReply: () => undefined,
    onCallRefused: () => undefined,
  })
}

/** What the study player does with a device, done to this account. */
export function actionsOf(opened: Account): StudyActions {
  return {
    queue: async (...given) => opened.queue(...given),
    nextDue: async (scope) => opened.nextDue(scope),
    plan: async (given) => opened.plan(given),
    card: async (cardId) => opened.card(cardId),
    cardState: async (cardId) => opened.cardState(cardId),
    answersNear: async (cardId) => opened.answersNear(cardId),
    record: async (pack, sessionId, answer) => opened.record({ packId: pack, sessionId, answer }),
    undo: async (undo) => opened.undo(undo),
    upload: async () => opened.drain(),
  }
}
