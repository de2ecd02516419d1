import { pageOf, paged } from '#server/sql/paging.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { Handlers } from '#server/http/route.ts'
import { publicUrlOf } from '#server/http/public-url.ts'
import { hasRealDays, listEntries } from './history.repository.ts'
import { listOrders, toOrder, toOrderWithPayment } from './orders.repository.ts'
import { closeOrder, orderNow, placeOrder } from './orders.service.ts'
import { activeProducts } from './products.repository.ts'
import { settleOrder } from './settlement.service.ts'

export function walletRoutes(deps: Deps) {
  const { config } = deps
  const { db } = deps.database
  return {
    'GET /wallet/balance-history': async (query, { studentId }) => {
      if (!hasRealDays(query)) return fail('invalid_input', { field: '日期' })
      const page = pageOf(query, deps.clock())
      const { items, total } = await listEntries(db, studentId, query, page)
      return paged(items, page, total)
    },

    'GET /products/active': async () => ({ products: await activeProducts(db) }),

    'GET /payment/methods': async () => ({ methods: [...config.payment.methods] }),

    'POST /orders': async (input, { studentId, sessionId, request }) => {
      const product = (await activeProducts(db)).find(({ id }) => id === input.productId)
      if (!product) return fail('not_found')
      const order = await placeOrder(
        deps,
        {
          ...input,
          scene: input.scene,
          studentId,
          sessionId,
          clientIp: request.ip,
          siteUrl: publicUrlOf(config, request),
        },
        {
          title: product.name,
          coins: product.coins + product.bonusCoins,
          priceCents: product.priceCents,
          productId: product.id,
          packId: null,
        },
      )
      return toOrderWithPayment(order)
    },

    'GET /orders': async (query, { studentId }) => {
      const page = pageOf(query, deps.clock())
      const { rows, total } = await listOrders(db, studentId, page)
      return paged(rows.map(toOrder), page, total)
    },

    'GET /orders/:orderId': async ({ orderId }) => toOrderWithPayment(await orderNow(deps, orderId)),

    'POST /orders/:orderId/close': async ({ orderId }, { studentId }) =>
      toOrder(await closeOrder(deps, orderId, studentId)),

    'POST /orders/:orderId/sandbox-result': async ({ orderId, result }) => {
      const order = await orderNow(deps, orderId)
      if (order.payment_method !== 'sandbox' || !config.payment.methods.includes('sandbox'))
        return fail('payment_method_unavailable')
      if (order.status !== 'pending') return order.status === 'paid' ? toOrder(order) : fail('order_closed')
      if (order.expires_at <= deps.clock()) return fail('order_closed')
      return toOrder(
        await settleOrder(
          deps,
          orderId,
          result === 'success'
            ? { state: 'paid', amountCents: order.price_cents, reference: `sandbox-${orderId}` }
            : { state: 'failed' },
        ),
      )
    },
  } satisfies Partial<Handlers>
}
