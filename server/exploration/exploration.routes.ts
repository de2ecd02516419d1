import { defaultPageSize } from '#contract/constants.ts'
import { stageOf } from '#contract/stages.ts'
import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/http/route.ts'
import { readFeed } from './feed.service.ts'

export function explorationRoutes(deps: Deps) {
  return {
    'GET /exploration/card-faces': (
      { seed, cursor, limit = defaultPageSize, gradeId, subjectId },
      { studentId },
    ) => {
      const stage = gradeId === undefined ? undefined : stageOf(gradeId)
      const scope = stage ? { stage, subjectId } : { gradeId, subjectId }
      return readFeed(deps.database.db, { studentId, seed, cursor, limit, scope })
    },
  } satisfies Partial<Handlers>
}
