import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/api.ts'
import type { Card } from '#contract/packs.ts'
import type { Api } from '#src/api/client.ts'
import { firstPage, nextPage } from '../endless.ts'
import { useRuntime } from '../runtime.ts'
import {
  useEnqueue,
  useRefusedCalls,
  useWaitingCalls,
  type LateCall,
  type QueuedCall,
} from '../sync/waiting-calls.ts'

const sendReport = 'POST /card-packs/:id/cards/:cardId/report'

export type CardReport = Pick<Input<typeof sendReport>, 'problem' | 'comment'>

/** The hash of the card as it was when this student last reported it, kept on this device; null: never. */
const reportedVersionQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['reported-version', cardId],
    queryFn: (): string | null => null,
    staleTime: Infinity,
  })

const reportKey = ({ id, hash }: Pick<Card, 'id' | 'hash'>): string => `report:${id}:${hash}`

export function reportCall(
  card: Pick<Card, 'id' | 'packId' | 'hash'>,
  { problem, comment = '' }: CardReport,
  reportId: string,
): LateCall<typeof sendReport> {
  const text = comment.trim()
  return [
    sendReport,
    { id: card.packId, cardId: card.id, reportId, problem, ...(text !== '' && { comment: text }) },
    reportKey(card),
  ]
}

/** 报错: one report for each version of a card, sent now or when there is a network. */
export function useCardReport(card: Card) {
  const { id: cardId, hash } = card
  const client = useQueryClient()
  const enqueue = useEnqueue()
  const { newId } = useRuntime()
  const query = reportedVersionQuery(cardId)
  const { data: reported } = useQuery(query)
  const calls = useRefusedCalls()
  const isRead = reported !== undefined && calls !== undefined
  const refused = calls?.find(({ coalesceKey }) => coalesceKey === reportKey(card))
  return {
    /** Undefined until read; a report that the server declined is none. */
    isReported: isRead ? reported === hash && refused === undefined : undefined,
    /** The report that the server declined. */
    refused,
    /** Resolves when the report is on the disk. */
    send: (report: CardReport): Promise<QueuedCall> => enqueue(...reportCall(card, report, newId())),
    /** The card is reported, or no more: a declined report was given up. */
    remember: (isReported: boolean): void => {
      client.setQueryData(query.queryKey, isReported ? hash : null)
    },
  }
}

/** What the student reported, newest first, with what became of it; endless. */
export function ownReportsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['card-reports'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /card-reports', { ...pageParam, limit: 30 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    // What the student reported a moment ago is to stand in it.
    staleTime: 0,
  })
}

/** Everybody's open reports, for staff: the server refuses all others. Not kept on the device. */
export function openReportsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['card-reports', 'open'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /card-reports/open', { ...pageParam, limit: 30 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    meta: { persist: false },
  })
}

/** Marks a card's reports as done. Needs the network. */
export function useCloseReports() {
  const { api } = useRuntime()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cardId: string) => api.call('POST /card-reports/:cardId/close', { cardId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['card-reports'] }),
  })
}

/** Reports that still wait to be sent. */
export function useWaitingReports(): number {
  return useWaitingCalls().filter((call) => call.endpoint === sendReport).length
}
