import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StudyConfig } from '#contract/account.ts'
import type { StudyAnswer, StudyUndo } from '#contract/study.ts'
import type { QueueScope } from '#src/offline/queue.ts'
import { useProfile } from './account.ts'
import { useRuntime, type Runtime } from './runtime.ts'
import { useAccountId } from './session/session-state.ts'

/**
 * Today's plan: counted on the device once it holds the student's record, else asked of the server.
 * Kept for the first frame.
 */
const todayPlanQuery = (runtime: Runtime, accountId: string, config: StudyConfig | undefined) => {
  return queryOptions({
    queryKey: ['today-plan'],
    queryFn: async ({ signal }) => {
      const account = await runtime.account(accountId)
      if (config && (await account.canPlan())) return account.plan(config)
      return runtime.api.call(
        'GET /user-study/plan',
        { utcOffsetMinutes: -new Date().getTimezoneOffset() },
        { signal },
      )
    },
    enabled: accountId !== '' && config !== undefined,
    meta: { persist: 'first-frame' },
    gcTime: Infinity,
    staleTime: 0,
  })
}

/** @param isPaused keeps what was counted, for a plan that is covered while each answer would count it again */
export function useTodayPlan(isPaused = false) {
  const runtime = useRuntime()
  const accountId = useAccountId()
  const profile = useProfile()
  return useQuery({ ...todayPlanQuery(runtime, accountId, profile.data?.study), subscribed: !isPaused })
}

export type StudyActions = ReturnType<typeof useStudyActions>
export type { QueueScope }

/** What the study player does with the device. None of it needs the network. */
export function useStudyActions() {
  const { account } = useRuntime()
  const accountId = useAccountId()
  return useMemo(
    () => ({
      queue: async (scope: QueueScope, config: StudyConfig, limit: number) =>
        (await account(accountId)).queue(scope, config, limit),
      /** When a card next comes due after now; null when none will. */
      nextDue: async (scope: QueueScope) => (await account(accountId)).nextDue(scope),
      /** Today's plan, counted on the device. */
      plan: async (config: StudyConfig) => (await account(accountId)).plan(config),
      card: async (cardId: string) => (await account(accountId)).card(cardId),
      cardState: async (cardId: string) => (await account(accountId)).cardState(cardId),
      answersNear: async (cardId: string) => (await account(accountId)).answersNear(cardId),
      /** Resolves when the answer is safe on this device: only then may the next card show. */
      record: async (packId: string, sessionId: string, answer: StudyAnswer) =>
        (await account(accountId)).record({ packId, sessionId, answer }),
      undo: async (undo: StudyUndo) => (await account(accountId)).undo(undo),
      /** At the end of a session. */
      upload: async () => (await account(accountId)).drain(),
    }),
    [account, accountId],
  )
}
