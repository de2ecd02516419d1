import { Type } from 'typebox'
import {
  NewPrivatePackBody,
  PrivateCardsBody,
  PrivatePack,
  PrivatePackSummary,
  PrivatePackUpdate,
} from '../generation.ts'
import { Id, Paged, PageQuery } from '../wire.ts'
import { own, ownRemoval, type Endpoint } from './endpoint.ts'

const Empty = Type.Object({})
const PackId = Type.Object({ packId: Id })

export const generationEndpoints = {
  'GET /private-packs': {
    ...own,
    summary: '我的生成：私有卡包，新的在前',
    query: PageQuery,
    reply: Paged(PrivatePackSummary),
  },
  'POST /private-packs': {
    ...own,
    summary: '保存一个私有卡包；同一个编号只有一个',
    body: NewPrivatePackBody,
    reply: PrivatePack,
  },
  'GET /private-packs/:packId': {
    ...own,
    summary: '一个私有卡包与它的卡片',
    params: PackId,
    reply: PrivatePack,
  },
  'PUT /private-packs/:packId': {
    ...own,
    summary: '改名或换年级学科',
    params: PackId,
    body: PrivatePackUpdate,
    reply: PrivatePack,
  },
  'DELETE /private-packs/:packId': {
    ...ownRemoval,
    summary: '删除私有卡包',
    params: PackId,
    reply: Empty,
  },
  'PUT /private-packs/:packId/cards': {
    ...own,
    summary: '增加或修改卡片',
    params: PackId,
    body: PrivateCardsBody,
    reply: PrivatePack,
  },
  'DELETE /private-packs/:packId/cards/:cardId': {
    ...ownRemoval,
    summary: '删除一张卡片',
    params: Type.Object({ packId: Id, cardId: Id }),
    reply: PrivatePack,
  },
} as const satisfies Record<string, Endpoint>
