import type { Deps } from '#server/deps.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { Handlers } from '#server/http/route.ts'
import { summaryOf, todayPlan } from './plan.service.ts'
import { recordStudy } from './record.service.ts'
import { statisticsOf } from './statistics.service.ts'
import { statesAfter } from './states.repository.ts'

const defaultStatesPerPage = 1000

/** A term's waiting answers of a diligent student go up within it; those that a program makes up do not. */
const factsPerHour = 20_000

export function studyRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps)
  return {
    'POST /user-study/record/:packId/:sessionId': async (input, { studentId }) => {
      const cost = input.answers.length + input.undos.length
      await limiter.take({ key: `record:${studentId}`, limit: factsPerHour, windowMs: 3_600_000, cost })
      return recordStudy(deps, studentId, input)
    },

    'GET /user-study/states': async ({ cursor = 0, limit = defaultStatesPerPage }, { studentId }) =>
      statesAfter(deps.database.db, { studentId, cursor, limit }),

    'GET /user-study/summary': async ({ since }, { studentId }) => summaryOf(deps, studentId, since),

    'GET /user-study/plan': async ({ utcOffsetMinutes }, { studentId }) =>
      todayPlan(deps, studentId, utcOffsetMinutes),

    'GET /user-study/statistics': async ({ utcOffsetMinutes }, { studentId }) =>
      statisticsOf(deps, studentId, utcOffsetMinutes),
  } satisfies Partial<Handlers>
}
