import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing } from '#src/queries/failure.ts'
import { Loading } from '#src/ui/skeleton.tsx'
import { FailureState } from './failure-state.tsx'

/** What a query gives; `data` may have what waits laid over it, or come from the device. */
export type AskedQuery<T> = {
  data: T | undefined
  error: Error | null
  /** Why the last try failed, while the query repeats it by itself. */
  failureReason?: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type AskedProps<T> = {
  query: AskedQuery<T>
  /** The shape of what is coming. */
  skeleton: ReactNode
  loadingLabel?: string
  /** What could not be shown. */
  failed: string
  /** Why, on a device without a network. */
  offline?: string
  /** Why, for a failure that is not one call's. */
  other?: string
  /** Shown when the server knows no such thing. */
  missing?: ReactNode
  /** The title of a failure is the heading of the whole screen. */
  asScreen?: boolean
  children: (data: T) => ReactNode
}

/**
 * The four states of what a screen asks for: on its way, failed, missing, here. A failure stands as soon as the first
 * try is over; a repeat that goes on behind it may still mend the screen.
 */
export function Asked<T>({ query, skeleton, loadingLabel, children, ...words }: AskedProps<T>) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { data, isFetching } = query
  const error = query.error ?? query.failureReason ?? null
  if (words.missing !== undefined && isMissing(error)) return words.missing
  if (data !== undefined) return children(data)
  if (error === null) return <Loading label={loadingLabel ?? t('loading')}>{skeleton}</Loading>
  return (
    <FailureState
      error={error}
      title={words.failed}
      offline={words.offline}
      other={words.other}
      asScreen={words.asScreen}
      busy={isAsked && isFetching}
      onRetry={() => {
        setAsked(true)
        void query.refetch()
      }}
    />
  )
}

/** Two queries that a screen needs both of. */
export function bothOf<A, B>(a: AskedQuery<A>, b: AskedQuery<B>): AskedQuery<[A, B]> {
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    error: (a.data === undefined && a.error) || (b.data === undefined && b.error) || null,
    failureReason: a.failureReason ?? b.failureReason ?? null,
    isFetching: a.isFetching || b.isFetching,
    refetch: () => Promise.all([a.refetch(), b.refetch()]),
  }
}
