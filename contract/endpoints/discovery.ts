import { Type } from 'typebox'
import { CardSearchQuery, Discovery, DiscoveryItem, FoundCard, PackSearchQuery } from '../discovery.ts'
import { CardFaces, CardFacesQuery } from '../exploration.ts'
import { PackSummary } from '../packs.ts'
import { Id, Paged, Slug } from '../wire.ts'
import { own, shared, type Endpoint } from './endpoint.ts'

export const discoveryEndpoints = {
  'GET /discovery': {
    ...shared,
    summary: '资源页',
    reply: Discovery,
  },
  'GET /discovery/grade/:gradeId': {
    ...shared,
    summary: '一个年级的资源页',
    params: Type.Object({ gradeId: Slug }),
    reply: Discovery,
  },
  'GET /discovery/search/card-packs': {
    ...own,
    summary: '搜索卡包：中文、拼音、首字母',
    query: PackSearchQuery,
    reply: Paged(PackSummary),
  },
  'GET /discovery/cards': {
    ...own,
    summary: '搜索卡片',
    query: CardSearchQuery,
    reply: Paged(FoundCard),
  },
  'GET /discovery/card-pack/:id/item': {
    ...shared,
    summary: '卡包的公开介绍与试看卡片',
    params: Type.Object({ id: Id }),
    reply: DiscoveryItem,
  },
  'GET /exploration/card-faces': {
    ...own,
    summary: '探索：所有卡包的卡片，按种子排列，不重复',
    query: CardFacesQuery,
    reply: CardFaces,
  },
} as const satisfies Record<string, Endpoint>
