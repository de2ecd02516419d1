import type { Deps } from '#server/deps.ts'
import { findSessionOfToken } from '../security-log.repository.ts'
import { noteSecurity } from '../security-log.service.ts'

/** A token of a session that has ended was sent again: by a device that was signed out, or by a person who has a copy. */
export async function noteRefusedToken(
  deps: Pick<Deps, 'database' | 'clock' | 'newId' | 'log'>,
  hash: Buffer,
  ip: string,
): Promise<void> {
  try {
    const session = await findSessionOfToken(deps.database.db, hash)
    if (!session) return
    const { id: sessionId, student_id: studentId } = session
    await noteSecurity(deps, { kind: 'token', studentId, sessionId, ip, refusal: 'session_expired' })
  } catch (error) {
    deps.log.error({ err: error }, 'a refused token was not written down')
  }
}
