import type { Kysely } from 'kysely'
import { shownSecurityEvents } from '#contract/limits.ts'
import type { AccountEvent } from '#contract/security.ts'
import type { Schema } from '#server/db/schema.ts'

/** What happened to the account lately, as its student may see it: not who of the operator's people did it. */
export async function readActivity(db: Kysely<Schema>, studentId: string): Promise<AccountEvent[]> {
  const rows = await db
    .selectFrom('security_events')
    .select(['id', 'happened_at', 'kind', 'refusal', 'device_name', 'network'])
    .where('student_id', '=', studentId)
    .where('kind', '<>', 'log_read')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownSecurityEvents)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    happenedAt: row.happened_at.toISOString(),
    kind: row.kind,
    refused: row.refusal !== null,
    deviceName: row.device_name,
    network: row.network,
  }))
}
