import { Type, type Static, type TObject, type TSchema } from 'typebox'
import {
  LoginBody,
  LoginReply,
  Phone,
  Profile,
  ProfileUpdate,
  SendCodeReply,
  UploadTicket,
} from './account.ts'
import { CardSearchQuery, Discovery, FoundCard, PackSearchQuery } from './discovery.ts'
import {
  CardDetails,
  CardDetailsBody,
  CardPack,
  Catalogue,
  CategoriesTree,
  FavoriteReply,
  PackSummary,
  UnlockBody,
  UnlockedPack,
  UnlockedQuery,
  UnlockReply,
} from './packs.ts'
import {
  PlanQuery,
  RecordBody,
  RecordReply,
  StatesQuery,
  StatesReply,
  StudySummary,
  SummaryQuery,
  TodayPlan,
} from './study.ts'
import { Id, Paged, PageQuery, Slug } from './wire.ts'

/**
 * Every call, keyed as the specification writes it, below `/api/client`. The server binds a handler
 * to each key; the page calls `call('METHOD /path', input)`, where the input is the union of
 * params, query and body. Changes are additive only: installed apps live for months.
 */
export type Endpoint = {
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  reply: TSchema
  /** `upload` takes an upload ticket or a session. */
  access: 'public' | 'session' | 'upload'
  /** `shared`: the same for every student, may enter the worker's cache and carries an ETag. */
  cache: 'shared' | 'private'
  /** Sending it twice changes no more than sending it once. */
  idempotent: boolean
}

const Empty = Type.Object({})
const PackId = Type.Object({ id: Id })

export const endpoints = {
  'POST /auth/send-code': {
    summary: '发送短信验证码',
    body: Type.Object({ phone: Phone }),
    reply: SendCodeReply,
    access: 'public',
    cache: 'private',
    idempotent: false,
  },
  'POST /auth/login': {
    summary: '手机号与验证码登录；没有账号就新建',
    body: LoginBody,
    reply: LoginReply,
    access: 'public',
    cache: 'private',
    idempotent: false,
  },
  'POST /auth/logout': {
    summary: '退出登录，作废当前令牌；上传凭证继续有效',
    reply: Empty,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'POST /auth/upload-ticket': {
    summary: '签发新的上传凭证',
    reply: UploadTicket,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /profile': {
    summary: '当前学生',
    reply: Profile,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'PUT /profile': {
    summary: '修改资料与学习设置；没有提到的字段不变',
    body: ProfileUpdate,
    reply: Profile,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /categories-tree': {
    summary: '年级、学科、知识点',
    reply: CategoriesTree,
    access: 'public',
    cache: 'shared',
    idempotent: true,
  },
  'GET /discovery': {
    summary: '资源页',
    reply: Discovery,
    access: 'public',
    cache: 'shared',
    idempotent: true,
  },
  'GET /discovery/grade/:gradeId': {
    summary: '一个年级的资源页',
    params: Type.Object({ gradeId: Slug }),
    reply: Discovery,
    access: 'public',
    cache: 'shared',
    idempotent: true,
  },
  'GET /discovery/search/card-packs': {
    summary: '搜索卡包：中文、拼音、首字母',
    query: PackSearchQuery,
    reply: Paged(PackSummary),
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /discovery/cards': {
    summary: '搜索卡片',
    query: CardSearchQuery,
    reply: Paged(FoundCard),
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /card-packs/unlocked': {
    summary: '我的卡包',
    query: UnlockedQuery,
    reply: Paged(UnlockedPack),
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /card-packs/favorites': {
    summary: '收藏的卡包',
    query: PageQuery,
    reply: Paged(PackSummary),
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /card-packs/:id': {
    summary: '卡包详情',
    params: PackId,
    reply: CardPack,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /card-packs/:id/card-catalogue': {
    summary: '卡包目录，每张卡片带内容的哈希',
    params: PackId,
    reply: Catalogue,
    access: 'public',
    cache: 'shared',
    idempotent: true,
  },
  'POST /card-packs/:id/card-details': {
    summary: '卡片内容；未解锁的卡包只给试看卡片',
    params: PackId,
    body: CardDetailsBody,
    reply: CardDetails,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'POST /card-packs/:id/unlock': {
    summary: '解锁卡包；重复请求只扣一次',
    params: PackId,
    body: UnlockBody,
    reply: UnlockReply,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'POST /card-packs/:id/favorite': {
    summary: '收藏',
    params: PackId,
    reply: FavoriteReply,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'DELETE /card-packs/:id/favorite': {
    summary: '取消收藏',
    params: PackId,
    reply: FavoriteReply,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'POST /user-study/record/:packId/:sessionId': {
    summary: '上传学习记录；重复的记录只算一次',
    params: Type.Object({ packId: Id, sessionId: Id }),
    body: RecordBody,
    reply: RecordReply,
    access: 'upload',
    cache: 'private',
    idempotent: true,
  },
  'GET /user-study/states': {
    summary: '某个版本之后变化的卡片状态',
    query: StatesQuery,
    reply: StatesReply,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /user-study/summary': {
    summary: '学习总计与每日记录',
    query: SummaryQuery,
    reply: StudySummary,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
  'GET /user-study/plan': {
    summary: '今天的计划',
    query: PlanQuery,
    reply: TodayPlan,
    access: 'session',
    cache: 'private',
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

type PartOf<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends TSchema> ? Static<S> : unknown

/** What a call takes: params, query and body in one flat object. */
export type Input<K extends EndpointKey> = PartOf<K, 'params'> & PartOf<K, 'query'> & PartOf<K, 'body'>
/** What a successful call gives, unwrapped. */
export type Reply<K extends EndpointKey> = Static<Endpoints[K]['reply']>
