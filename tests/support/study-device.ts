import { createApi } from '#src/api/client.ts'
import { openAccount, type Account } from '#src/offline/account.ts'
import { createChanges } from '#src/offline/changes.ts'
import type { StudyActions } from '#src/queries/study.ts'
import { accountId } from './device-facts.ts'

/** The account of a device that holds no ticket, so nothing is ever sent; its emergency slot is full as well. */
export const accountHere = (deps: { now: () => number; newId: () => string }): Account =>
  openAccount(accountId, {
    ...deps,
    api: createApi({
      host: 'http://127.0.0.1:9',
      accessToken: () => null,
      onSessionExpired: () => undefined,
    }),
    changes: createChanges(),
    slot: {
      read: () => [],
      write: () => {
        throw new Error('full')
      },
    },
    freeSpace: async () => undefined,
    requestBackgroundSync: async () => undefined,
    withCalls: true,
    locks: undefined,
    appVersion: 'test',
    utcOffsetMinutes: () => 480,
    random: () => 0.5,
    log: () => undefined,
    onCallReply: () => undefined,
  })

/** What the study player does with a device, done to this account. */
export const actionsOf = (opened: Account): StudyActions => ({
  queue: async (...given) => opened.queue(...given),
  nextDue: async (scope) => opened.nextDue(scope),
  plan: async (given) => opened.plan(given),
  card: async (cardId) => opened.card(cardId),
  cardState: async (cardId) => opened.cardState(cardId),
  answersNear: async (cardId) => opened.answersNear(cardId),
  pack: async (id) => opened.pack(id),
  record: async (pack, sessionId, answer) => opened.record({ packId: pack, sessionId, answer }),
  undo: async (undo) => opened.undo(undo),
  upload: async () => opened.drain(),
})
