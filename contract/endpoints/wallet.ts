import { Type } from 'typebox'
import { NewOrderBody, Order, OrderWithPayment, PaymentMethods, SandboxResultBody } from '../orders.ts'
import { BalanceHistoryQuery, LedgerEntry, Products } from '../wallet.ts'
import { Id, Paged, PageQuery } from '../wire.ts'
import { money, moneyRemoval, open, type Endpoint } from './endpoint.ts'

const OrderId = Type.Object({ orderId: Id })

export const walletEndpoints = {
  'GET /wallet/balance-history': {
    ...money,
    summary: '金币明细，新的在前',
    query: BalanceHistoryQuery,
    reply: Paged(LedgerEntry),
  },
  'GET /products/active': {
    ...money,
    summary: '可以购买的金币',
    reply: Products,
  },
  'GET /payment/methods': {
    ...money,
    summary: '开通的支付方式',
    reply: PaymentMethods,
  },
  'POST /orders': {
    ...money,
    summary: '下单购买金币；同一个编号只有一张订单',
    body: NewOrderBody,
    reply: OrderWithPayment,
  },
  'GET /orders': {
    ...money,
    summary: '我的订单，新的在前',
    query: PageQuery,
    reply: Paged(Order),
  },
  'GET /orders/:orderId': {
    ...open,
    summary: '一张订单的状态；不含学生信息',
    params: OrderId,
    reply: OrderWithPayment,
  },
  'POST /orders/:orderId/close': {
    ...moneyRemoval,
    summary: '放弃一张没有付的订单',
    params: OrderId,
    reply: Order,
  },
  'POST /orders/:orderId/sandbox-result': {
    ...open,
    summary: '模拟支付的收银台：确认或失败',
    params: OrderId,
    body: SandboxResultBody,
    reply: Order,
  },
} as const satisfies Record<string, Endpoint>
