import { beforeEach, describe, expect, it } from 'vitest'
import type { ProfileUpdate } from '#contract/account.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

let student: TestStudent

const server = await serverOfFile()
beforeEach(async () => {
  student = await server.signIn()
})

const put = (update: unknown) => student.call('PUT /profile', update as ProfileUpdate)
const get = () => student.call('GET /profile')

describe('the profile', () => {
  it('changes only what is mentioned', async () => {
    const before = (await get()).data
    const { data } = await put({ study: { dailyGoal: 50, modes: ['choice', 'flip', 'choice'] } })
    expect(data).toEqual({ ...before, study: { ...before.study, dailyGoal: 50, modes: ['choice', 'flip'] } })
    await put({ name: ' 小明 ' })
    expect((await get()).data).toEqual({ ...data, name: '小明' })
  })

  it('keeps the settings of two devices that change at the same moment', async () => {
    await Promise.all([
      put({ study: { dailyGoal: 45 } }),
      put({ study: { newCardsPerDay: 25 } }),
      put({ name: '小红' }),
    ])
    expect((await get()).data).toMatchObject({ name: '小红', study: { dailyGoal: 45, newCardsPerDay: 25 } })
  })

  it('gives settings that came later their default', async () => {
    await server.deps.database.db
      .updateTable('students')
      .set({ study_config: '{"dailyGoal": 77}' })
      .where('id', '=', student.studentId)
      .execute()
    expect((await get()).data.study).toMatchObject({ dailyGoal: 77, newCardsPerDay: 10, modes: ['flip'] })
  })

  it.each([
    ["Robert'); drop table students; --"],
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=1>'],
    ['{{7*7}}${7*7}%s'],
    ['dontHaveAccess'],
    ['👨‍👩‍👧 小明'],
  ])('keeps %j as the plain text that it is', async (name) => {
    expect((await put({ name: name.slice(0, 20) })).data.name).toBe(name.slice(0, 20))
    expect((await get()).data.name).toBe(name.slice(0, 20))
  })

  it.each([
    ['名字', { name: '' }],
    ['名字', { name: '   ' }],
    ['名字', { name: '很'.repeat(21) }],
    ['名字', { name: 'a\u0000b' }],
    ['名字', { name: 'a\nb' }],
    ['名字', { name: '\u202egnp.exe' }],
    ['名字', { name: 7 }],
    ['头像', { avatar: 'javascript:alert(1)' }],
    ['头像', { avatar: 'https://evil.example/x.svg' }],
    ['头像', { avatar: '/avatars/../../etc/passwd' }],
    ['每日目标', { study: { dailyGoal: 4 } }],
    ['每日目标', { study: { dailyGoal: '30' } }],
    ['目标记忆率', { study: { desiredRetention: 1 } }],
    ['学习方式', { study: { modes: [] } }],
    ['学习方式', { study: { modes: ['flip', '<b>'] } }],
    ['出卡顺序', { study: { order: "'; --" } }],
    ['提醒时间', { study: { reminders: { enabled: true, at: '25:00' } } }],
    ['请求格式', { phone2: '13800138000' }],
  ])('names the field %s when it refuses %j', async (field, update) => {
    const before = (await get()).data
    expect(await put(update)).toMatchObject({ status: 422, code: 4220, message: `提交的内容有误：${field}` })
    expect((await get()).data).toEqual(before)
  })

  it('stores no setting that the contract does not know', async () => {
    await put({ study: { dailyGoal: 40, secret: 'x'.repeat(1000) } })
    const row = await server.deps.database.db
      .selectFrom('students')
      .select('study_config')
      .where('id', '=', student.studentId)
      .executeTakeFirstOrThrow()
    expect(Object.keys(row.study_config).toSorted()).toEqual([
      'autoplay',
      'dailyGoal',
      'desiredRetention',
      'modes',
      'newCardsPerDay',
      'order',
      'reminders',
    ])
  })

  it("is never another student's", async () => {
    const other = await server.signIn()
    await put({ name: '我' })
    expect((await other.call('GET /profile')).data).toMatchObject({ id: other.studentId })
    expect((await other.call('GET /profile')).data.name).not.toBe('我')
  })
})
