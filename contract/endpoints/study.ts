import { Type } from 'typebox'
import { StatisticsQuery, StudyStatistics } from '../statistics.ts'
import {
  PlanQuery,
  RecordBody,
  RecordReply,
  StatesQuery,
  StatesReply,
  StudySummary,
  SummaryQuery,
  TodayPlan,
} from '../study.ts'
import { Id } from '../wire.ts'
import { own, upload, type Endpoint } from './endpoint.ts'

export const studyEndpoints = {
  'POST /user-study/record/:packId/:sessionId': {
    ...upload,
    summary: '上传学习记录；重复的记录只算一次',
    params: Type.Object({ packId: Id, sessionId: Id }),
    body: RecordBody,
    reply: RecordReply,
  },
  'GET /user-study/states': {
    ...own,
    summary: '某个版本之后变化的卡片状态',
    query: StatesQuery,
    reply: StatesReply,
  },
  'GET /user-study/summary': {
    ...own,
    summary: '学习总计与每日记录',
    query: SummaryQuery,
    reply: StudySummary,
  },
  'GET /user-study/plan': {
    ...own,
    summary: '今天的计划',
    query: PlanQuery,
    reply: TodayPlan,
  },
  'GET /user-study/statistics': {
    ...own,
    summary: '预测、记忆保持率、薄弱知识点',
    query: StatisticsQuery,
    reply: StudyStatistics,
  },
} as const satisfies Record<string, Endpoint>
