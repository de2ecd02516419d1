import { expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { fieldName } from './field-names.ts'

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

const fieldsIn = (shape: Shape | undefined): string[] => [
  ...Object.entries(shape?.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldsIn(inner)]),
  ...(shape?.items ? fieldsIn(shape.items) : []),
  ...(shape?.anyOf ?? []).flatMap(fieldsIn),
]

const calls = Object.entries<Endpoint>(endpoints).map(([key, { params, query, body }]) => ({
  key,
  path: key.split(' ')[1]!,
  fields: [params, query, body].flatMap((part) => fieldsIn(part)),
}))

/** What each id is of, by the field, or by the part of the address that it stands behind. */
const things: Readonly<Record<string, string>> = {
  packId: '卡包编号',
  cardId: '卡片编号',
  cardIds: '卡片编号',
  reviewId: '评价编号',
  reportId: '报错编号',
  orderId: '订单编号',
  deviceId: '设备编号',
  teacherId: '老师',
  productId: '商品',
  gradeId: '年级',
  subjectId: '学科',
  knowledgePointId: '知识点',
  '/user-study/ sessionId': '学习编号',
  '/auth/ sessionId': '二维码编号',
  '/card-packs/ id': '卡包编号',
  '/discovery/ id': '卡包编号',
  '/themes/ id': '主题编号',
  '/private-packs/ id': '卡片编号',
}

it('every id of every call has the name of what it is of', () => {
  for (const { key, path, fields } of calls) {
    for (const field of fields) {
      if (!/^id$|Ids?$/.test(field)) continue
      const start = `${/^\/[\w-]+/.exec(path)?.[0]}/`
      expect(fieldName([field], path), `${key} ${field}`).toBe(things[`${start} ${field}`] ?? things[field])
    }
  }
})

it('a refusal uses the name of the call', async () => {
  const server = await startTestServer()
  expect((await server.app.inject('/api/client/auth/wechat-login-status')).json().message).toContain(
    '二维码编号',
  )
  const student = await server.signIn()
  expect((await student.call('GET /card-packs/:id', { id: 'x' })).message).toContain('卡包编号')
  await server.close()
})
