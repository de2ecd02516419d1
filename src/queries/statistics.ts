import { queryOptions, useQuery } from '@tanstack/react-query'
import { dayOf } from '#contract/study-day.ts'
import type { Account } from '#src/offline/account.ts'
import type { Api } from '#src/api/client.ts'
import { useRuntime } from './runtime.ts'
import { useStoredValue } from './stored-value.ts'

const utcOffsetMinutes = (): number => -new Date().getTimezoneOffset()

/** Forecast, retention, weak knowledge points: counted by the server, over all devices. */
export const statisticsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['statistics'],
    queryFn: ({ signal }) =>
      api.call('GET /user-study/statistics', { utcOffsetMinutes: utcOffsetMinutes() }, { signal }),
  })

export const useStatistics = () => useQuery(statisticsQuery(useRuntime().api))

export const today = (): string => dayOf(Date.now(), utcOffsetMinutes())

const readDays = (account: Account) => account.days(today())

/** The study days of the last 400, from this device, the waiting answers included; undefined until read. */
export const useStudyDays = () => useStoredValue(readDays, ['outbox', 'states'])
