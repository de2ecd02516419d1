import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CashMethod, OrderWithPayment, PaymentScene } from '#contract/orders.ts'
import type { Api } from '#src/api/client.ts'
import { startDownload } from './packs/downloads.ts'
import { firstPage, nextPage } from './endless.ts'
import { isTemporary } from './failure.ts'
import { renewUnlocked } from './packs/packs.ts'
import { useRuntime } from './runtime.ts'
import { useAccountId } from './session/session-state.ts'

export function productsQuery(api: Api) {
  return queryOptions({
    queryKey: ['products'],
    queryFn: ({ signal }) => api.call('GET /products/active', {}, { signal }),
    select: ({ products }) => products,
  })
}

export function paymentMethodsQuery(api: Api) {
  return queryOptions({
    queryKey: ['payment-methods'],
    queryFn: ({ signal }) => api.call('GET /payment/methods', {}, { signal }),
    select: ({ methods }) => methods,
  })
}

export type HistoryDirection = 'all' | 'income' | 'expense'

/** The ledger, newest first; endless. */
export function balanceHistoryQuery(api: Api, direction: HistoryDirection) {
  return infiniteQueryOptions({
    queryKey: ['balance-history', direction],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'GET /wallet/balance-history',
        {
          ...pageParam,
          limit: 30,
          utcOffsetMinutes: -new Date().getTimezoneOffset(),
          ...(direction !== 'all' && { direction }),
        },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

const askAgainMs = 3_000

const orderQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => api.call('GET /orders/:orderId', { orderId }, { signal }),
    // Asked again while the payment is under way, also behind WeChat's own cashier.
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? askAgainMs : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
    meta: { persist: false },
    enabled: orderId !== '',
  })

/** An order as it stands; asked again until it is decided, and then the coins and packs are renewed. */
export function useOrder(orderId: string) {
  const runtime = useRuntime()
  const client = useQueryClient()
  const accountId = useAccountId()
  const query = useQuery(orderQuery(runtime.api, orderId))
  const status = query.data?.status
  useEffect(() => {
    if (status !== 'paid' || accountId === '') return
    void client.invalidateQueries({ queryKey: ['profile'] })
    void client.invalidateQueries({ queryKey: ['balance-history'] })
    void client.invalidateQueries({ queryKey: ['card-pack'] })
    void client.invalidateQueries({ queryKey: ['card'] })
    void renewUnlocked(runtime.api, client).catch(() => undefined)
  }, [accountId, client, runtime, status])
  return query
}

type OrderTerms = { paymentMethod: CashMethod; scene: PaymentScene }

/**
 * Makes an order under one id until its answer has come: a tap after a lost answer asks for the same order again,
 * not for a second one. What is asked for in another way is another order.
 */
const useOneOrder = <Asked extends OrderTerms, Made>(
  make: (api: Api, orderId: string, asked: Asked) => Promise<Made>,
) => {
  const { api, newId } = useRuntime()
  const unanswered = useRef(new Map<string, string>())
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const key = JSON.stringify(asked)
      const orderId = unanswered.current.get(key) ?? newId()
      unanswered.current.set(key, orderId)
      try {
        const made = await make(api, orderId, asked)
        unanswered.current.delete(key)
        return made
      } catch (error) {
        if (!isTemporary(error)) unanswered.current.delete(key)
        throw error
      }
    },
  })
}

/** Orders coins. Needs the network; the page then leads to the payment. */
export function useOrderCoins() {
  return useOneOrder((api, orderId, asked: OrderTerms & { productId: string }) =>
    api.call('POST /orders', { orderId, ...asked }),
  )
}

/** Buys a pack with money. Needs the network. */
export function useOrderPack(packId: string) {
  return useOneOrder((api, orderId, asked: OrderTerms) =>
    api.call('POST /card-packs/:id/unlock', { id: packId, orderId, ...asked }),
  )
}

/** Fetches a pack that an order has unlocked. */
export function useDownloadBought() {
  const runtime = useRuntime()
  const accountId = useAccountId()
  return async (packId: string): Promise<void> => {
    const pack = await runtime.api.call('GET /card-packs/:id', { id: packId })
    await startDownload(runtime, accountId, pack)
  }
}

const useOrderAction = (act: (api: Api, orderId: string) => Promise<unknown>, orderId: string) => {
  const { api } = useRuntime()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => act(api, orderId),
    onSettled: () => client.invalidateQueries({ queryKey: ['order', orderId] }),
  })
}

/** What the sandbox's cashier says. */
export function useSandboxResult(orderId: string, result: 'success' | 'failure') {
  return useOrderAction(
    (api, id) => api.call('POST /orders/:orderId/sandbox-result', { orderId: id, result }),
    orderId,
  )
}

export function useCloseOrder(orderId: string) {
  return useOrderAction((api, id) => api.call('POST /orders/:orderId/close', { orderId: id }), orderId)
}

export type { OrderWithPayment }
