import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { closeReports } from './open-reports.repository.ts'
import { openReportsTable } from './open-reports-table.ts'

const server = await serverOfFile()

describe('the operator’s table of reports', () => {
  it('says when there is nothing to do', async () => {
    expect(await openReportsTable(server.deps.database.db)).toEqual(['没有待处理的报错。'])
  })

  it('has a line for each card, says whether it was mended since, and loses what is closed', async () => {
    const { db } = server.deps.database
    const pack = await server.insertPack({ title: '历史年表', previewCount: 2 })
    const [first = '', second = ''] = pack.cardIds
    const report = async (cardId: string, problem: 'typo' | 'wrong_answer', comment?: string) => {
      server.clock.advance(1000)
      const student = await server.signIn()
      const input = { id: pack.packId, cardId, reportId: randomUUID(), problem, comment }
      await student.call('POST /card-packs/:id/cards/:cardId/report', input)
    }
    await report(second, 'typo')
    await report(first, 'typo', '年份\n写错了')
    await report(first, 'wrong_answer', '应为 1949')
    await db.updateTable('cards').set({ hash: 'mended' }).where('id', '=', second).execute()

    const [head, ...lines] = await openReportsTable(db)
    expect(head).toMatch(/^卡片编号\s+卡包\s+卡片\s+次数\s+问题\s+之后改过\s+说明$/)
    expect(lines).toEqual([
      `${first}  历史年表  卡片 1  2     错别字、答案有误  否        应为 1949 ｜ 年份 写错了`,
      `${second}  历史年表  卡片 2  1     错别字            是`,
    ])
    expect(await closeReports(db, first, server.clock.now())).toBe(2)
    expect(await closeReports(db, first, server.clock.now())).toBe(0)
    expect(await openReportsTable(db)).toHaveLength(2)
  })
})
