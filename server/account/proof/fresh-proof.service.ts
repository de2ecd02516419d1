import type { Kysely } from 'kysely'
import { proofMinutes, proofWaitOpenHours } from '#contract/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from '#server/lib/errors.ts'
import { waitOf, type Asking } from './proof-times.ts'
import { endWaits, findProof, setProved, type ProofColumns } from './proofs.repository.ts'

/**
 * Whether a session may change how one signs in, or take the account's data or the account away. A session alone does
 * not: it may be stolen. It proves again who holds it, or it has asked a day ago in sight of all other devices.
 */

type Db = Kysely<Schema>

const minuteMs = 60_000
const hourMs = 3_600_000

const isWithin = (from: number, lengthMs: number, now: Date): boolean =>
  now.getTime() >= from && now.getTime() < from + lengthMs

const isProved = ({ proved_at: provedAt, proof_asked_at: askedAt }: ProofColumns, now: Date): boolean => {
  if (provedAt && isWithin(provedAt.getTime(), proofMinutes * minuteMs, now)) return true
  return askedAt !== null && isWithin(waitOf(askedAt).readyAt.getTime(), proofWaitOpenHours * hourMs, now)
}

export async function hasFreshProof(db: Db, asking: Asking): Promise<boolean> {
  const proof = await findProof(db, asking)
  return proof !== undefined && isProved(proof, asking.now)
}

/** @throws ExpectedError `fresh_proof_required` */
export async function requireFreshProof(db: Db, asking: Asking): Promise<void> {
  if (!(await hasFreshProof(db, asking))) fail('fresh_proof_required')
}

/** Marks the session as proven; who can prove needs no wait, and no other device's wait stands beside it. */
export async function proveSession(db: Db, asking: Asking): Promise<void> {
  await endWaits(db, asking.studentId)
  await setProved(db, asking)
}
