import { queryOptions, useQuery } from '@tanstack/react-query'
import { dayOf } from '#contract/study-day.ts'
import type { Account } from '#src/offline/account.ts'
import type { Api } from '#src/api/client.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useRuntime } from './runtime.ts'
import { useStoredValue } from './stored-value.ts'

const utcOffsetMinutes = (): number => -new Date().getTimezoneOffset()

/** Forecast, retention, weak knowledge points: counted by the server, over all devices. */
export function statisticsQuery(api: Api) {
  return queryOptions({
    queryKey: ['statistics'],
    queryFn: ({ signal }) =>
      api.call('GET /user-study/statistics', { utcOffsetMinutes: utcOffsetMinutes() }, { signal }),
  })
}

/**
 * The server's statistics with what waits on this device; undefined until the server has sent any. They are asked for
 * again once the server has acknowledged answers that they do not count yet.
 */
export function useStatistics() {
  const query = useQuery(statisticsQuery(useRuntime().api))
  const { data, refetch } = query
  const read = useCallback(
    async (account: Account) => (data && (await account.canPlan()) ? account.statistics(data) : undefined),
    [data],
  )
  const shown = useStoredValue(read, ['outbox', 'states'])
  const toldXp = shown?.toldXp
  const countedXp = data?.xp.total
  const askedFor = useRef<number>(undefined)
  useEffect(() => {
    if (toldXp === undefined || countedXp === undefined || toldXp <= countedXp) return
    if (askedFor.current === toldXp) return
    askedFor.current = toldXp
    void refetch()
  }, [countedXp, refetch, toldXp])
  return { ...query, data: data && (shown?.statistics ?? data) }
}

export function today(): string {
  return dayOf(Date.now(), utcOffsetMinutes())
}

const readDays = (account: Account) => account.days(today())

/** The study days of the last 400, from this device, the waiting answers included; undefined until read. */
export function useStudyDays() {
  return useStoredValue(readDays, ['outbox', 'states'])
}
