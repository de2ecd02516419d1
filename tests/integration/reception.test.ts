import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultStudyConfig } from '#contract/account.ts'
import { fold } from '#contract/scheduling.ts'
import type { StudyAnswer } from '#contract/study.ts'
import { newId } from '#server/lib/new-id.ts'
import { isShown } from '#src/offline/schema.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/**
 * A device receives whatever still waits on it. What it shows is then some set of answers with all of its own in it,
 * each of them once, also where an upload has arrived and its reply has not.
 */

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 20)

const server = await serverOfFile()
const pack = await server.insertPack({ cardCount: 3, previewCount: 3 })

const step = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), card: fc.nat(2), session: fc.nat(1) }),
  fc.record({ kind: fc.constant('elsewhere' as const), card: fc.nat(2) }),
  fc.record({
    kind: fc.constant('send' as const),
    fault: fc.constantFrom('none', 'reply-lost', 'reply-lost', 'half', 'offline', 'internal', 'portal'),
  }),
  { arbitrary: fc.record({ kind: fc.constant('pull' as const) }), weight: 2 },
)

const openWorld = async () => {
  const student = await server.signIn()
  const device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  const page = device.openPage(student.studentId, student.token)
  await device.run(() => page.account.keepTicket(student.login.uploadTicket))
  const own: StudyAnswer[] = []
  const all: StudyAnswer[] = []
  const answerTo = (card: number): StudyAnswer => {
    server.clock.advance(1000)
    const answer = makeAnswer({ cardId: pack.cardIds[card]!, answeredAt: server.clock.now().toISOString() })
    all.push(answer)
    return answer
  }
  const sessions = [newId(1), newId(2)]
  return { student, device, page, own, all, answerTo, sessions }
}

type World = Awaited<ReturnType<typeof openWorld>>

const expectEachOnce = ({ student, device, page, own, all }: World): Promise<void> =>
  device.run(async () => {
    const rows = await device.database(student.studentId).use((connection) => connection.getAll('states'))
    for (const row of rows.filter(isShown)) {
      const isOfCard = ({ cardId }: StudyAnswer): boolean => cardId === row.cardId
      expect(row.reps).toBeLessThanOrEqual(all.filter(isOfCard).length)
      expect(row.reps).toBeGreaterThanOrEqual(own.filter(isOfCard).length)
    }
    const plan = await page.account.plan(defaultStudyConfig)
    const answers = (await page.account.days('2026-01-01')).reduce((sum, day) => sum + day.answers, 0)
    expect(answers).toBeLessThanOrEqual(all.length)
    expect(answers).toBeGreaterThanOrEqual(own.length)
    // A card of which only the other device knows the first answer looks new, so each answer may bring its full XP.
    expect(plan.xp).toBeLessThanOrEqual(all.reduce((sum, answer) => sum + (fold([answer])?.xp ?? 0), 0))
  })

test('what a device shows counts each answer once, whatever it receives while its own wait', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }), async (steps) => {
      const world = await openWorld()
      const { student, device, page, own, answerTo, sessions } = world
      for (const next of steps) {
        if (next.kind === 'answer') {
          const answer = answerTo(next.card)
          own.push(answer)
          const sessionId = sessions[next.session]!
          await device.run(() => page.account.record({ packId: pack.packId, sessionId, answer }))
        } else if (next.kind === 'elsewhere') {
          const answers = [answerTo(next.card)]
          await upload(student.call, { packId: pack.packId, sentAt: server.clock.now(), answers })
        } else if (next.kind === 'send') {
          page.network.meet([next.fault])
          await device.run(() => page.account.drain({ ignoreBackoff: true }))
          page.network.heal()
        } else {
          await device.run(() => page.account.pull())
        }
        await expectEachOnce(world)
      }
      await device.run(async () => {
        await page.account.retryAll()
        expect(await page.account.pull()).toBe(true)
      })
      const { data } = await student.call('GET /user-study/summary', {})
      expect(await device.run(() => page.account.days('2026-11-20'))).toMatchObject(data.days)
      expect((await device.run(() => page.account.plan(defaultStudyConfig))).xp).toBe(data.totals.xp)
    }),
    { numRuns },
  )
}, 120_000)
