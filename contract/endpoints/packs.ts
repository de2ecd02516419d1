import { Type } from 'typebox'
import {
  CardDetails,
  CardDetailsBody,
  CardPack,
  Catalogue,
  CategoriesTree,
  FavoriteReply,
  PackSummary,
  TeacherPage,
  UnlockBody,
  UnlockedPack,
  UnlockedQuery,
  UnlockReply,
} from '../packs.ts'
import { ClosedCardReports, OpenCardReport, OwnCardReports } from '../card-reports.ts'
import { CardReportBody, PackReview, PackReviews, ReviewBody, VoteReply } from '../reviews.ts'
import { Id, Paged, PageQuery, Slug } from '../wire.ts'
import { money, own, ownRead, ownRemoval, shared, staff, type Endpoint } from './endpoint.ts'

const Empty = Type.Object({})
const PackId = Type.Object({ id: Id })
const ReviewId = Type.Object({ reviewId: Id })

export const packEndpoints = {
  'GET /categories-tree': {
    ...shared,
    summary: '年级、学科、知识点',
    reply: CategoriesTree,
  },
  'GET /card-packs/unlocked': {
    ...own,
    summary: '我的卡包',
    query: UnlockedQuery,
    reply: Paged(UnlockedPack),
  },
  'GET /card-packs/favorites': {
    ...own,
    summary: '收藏的卡包',
    query: PageQuery,
    reply: Paged(PackSummary),
  },
  'GET /card-packs/:id': {
    ...own,
    summary: '卡包详情',
    params: PackId,
    reply: CardPack,
  },
  'GET /card-packs/:id/card-catalogue': {
    ...shared,
    summary: '卡包目录，每张卡片带内容的哈希',
    params: PackId,
    reply: Catalogue,
  },
  'POST /card-packs/:id/card-details': {
    ...ownRead,
    summary: '卡片内容；未解锁的卡包只给试看卡片',
    params: PackId,
    body: CardDetailsBody,
    reply: CardDetails,
  },
  'POST /card-packs/:id/unlock': {
    ...money,
    summary: '解锁卡包；重复请求只扣一次',
    params: PackId,
    body: UnlockBody,
    reply: UnlockReply,
  },
  'POST /card-packs/:id/favorite': {
    ...own,
    summary: '收藏',
    params: PackId,
    reply: FavoriteReply,
  },
  'DELETE /card-packs/:id/favorite': {
    ...ownRemoval,
    summary: '取消收藏',
    params: PackId,
    reply: FavoriteReply,
  },
  'GET /card-packs/teacher/:teacherId/card-packs': {
    ...shared,
    summary: '老师与他的卡包',
    params: Type.Object({ teacherId: Slug }),
    reply: TeacherPage,
  },
  'GET /card-packs/:id/reviews': {
    ...own,
    summary: '卡包评价，新的在前',
    params: PackId,
    query: PageQuery,
    reply: PackReviews,
  },
  'POST /card-packs/:id/reviews': {
    ...own,
    summary: '写或修改自己的评价；只有拥有卡包的人可以',
    params: PackId,
    body: ReviewBody,
    reply: PackReview,
  },
  'DELETE /card-packs/reviews/:reviewId': {
    ...ownRemoval,
    summary: '删除自己的评价',
    params: ReviewId,
    reply: Empty,
  },
  'POST /card-packs/reviews/:reviewId/like': {
    ...own,
    summary: '赞',
    params: ReviewId,
    reply: VoteReply,
  },
  'DELETE /card-packs/reviews/:reviewId/like': {
    ...ownRemoval,
    summary: '取消赞',
    params: ReviewId,
    reply: VoteReply,
  },
  'POST /card-packs/reviews/:reviewId/dislike': {
    ...own,
    summary: '踩',
    params: ReviewId,
    reply: VoteReply,
  },
  'DELETE /card-packs/reviews/:reviewId/dislike': {
    ...ownRemoval,
    summary: '取消踩',
    params: ReviewId,
    reply: VoteReply,
  },
  'POST /card-packs/:id/cards/:cardId/report': {
    ...own,
    summary: '报错：一张卡片有问题',
    params: Type.Object({ id: Id, cardId: Id }),
    body: CardReportBody,
    reply: Empty,
  },
  'GET /card-reports': {
    ...own,
    summary: '我的报错与结果，新的在前',
    query: PageQuery,
    reply: OwnCardReports,
  },
  'GET /card-reports/open': {
    ...staff,
    summary: '管理：全部待处理的报错，多的在前',
    query: PageQuery,
    reply: Paged(OpenCardReport),
  },
  'POST /card-reports/:cardId/close': {
    ...staff,
    summary: '管理：一张卡片的报错已处理',
    params: Type.Object({ cardId: Id }),
    reply: ClosedCardReports,
  },
} as const satisfies Record<string, Endpoint>
