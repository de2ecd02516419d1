import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/api.ts'
import type { Card } from '#contract/packs.ts'
import { useRuntime } from './runtime.ts'
import { useEnqueue } from './waiting-calls.ts'

const sendReport = 'POST /card-packs/:id/cards/:cardId/report'

export type CardReport = Pick<Input<typeof sendReport>, 'problem' | 'comment'>

/** The hash of the card as it was when this student last reported it, kept on this device; null: never. */
const reportedVersionQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['reported-version', cardId],
    queryFn: (): string | null => null,
    staleTime: Infinity,
  })

/** 报错: one report for each version of a card, sent now or when there is a network. */
export const useCardReport = ({ id: cardId, packId, hash }: Card) => {
  const client = useQueryClient()
  const enqueue = useEnqueue()
  const { newId } = useRuntime()
  const query = reportedVersionQuery(cardId)
  const { data: reported } = useQuery(query)
  return {
    /** Undefined until read. */
    isReported: reported === undefined ? undefined : reported === hash,
    /** Resolves when the report is on the disk. */
    send: async ({ problem, comment = '' }: CardReport): Promise<void> => {
      const text = comment.trim()
      await enqueue(
        sendReport,
        { id: packId, cardId, reportId: newId(), problem, ...(text !== '' && { comment: text }) },
        `report:${cardId}:${hash}`,
      )
      client.setQueryData(query.queryKey, hash)
    },
  }
}
