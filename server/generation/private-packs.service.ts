import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { PrivatePack, PrivatePackSummary } from '#contract/generation.ts'
import { maxPrivatePacks, maxPrivatePacksEver } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import { labelOf, onlyChapter } from '#contract/private-card.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { cleanLine } from '#server/lib/clean-text.ts'
import { fail } from '#server/lib/errors.ts'
import { fieldName } from '#server/http/field-names.ts'
import { insertChapter, readCards, removeCards } from './private-cards.repository.ts'
import { mergeCards, prepareCards, type CardDeps } from './private-cards.service.ts'
import {
  countPacks,
  countPacksEver,
  findOwner,
  findPack,
  findUnknownField,
  insertPack,
  lockOwner,
  lockPack,
  removePack,
  type PackOfOwner,
  type PackRow,
  unlockForOwner,
  updatePack,
} from './private-packs.repository.ts'

/** The rules of private packs: each is its owner's alone, and its id is never used twice. */

type PackDeps = Pick<Deps, 'database' | 'clock'>

const namesOf = (written: string) => {
  const title = cleanLine(written.replace(/\s+/gu, ' '), fieldName(['title']))
  return { title, label: labelOf(title) }
}

export function toSummary(row: PackRow): PrivatePackSummary {
  return {
    id: row.id,
    title: row.title,
    label: row.label,
    grade: { id: row.grade_id, name: row.grade_name, stage: row.stage },
    subject: { id: row.subject_id, name: row.subject_name },
    cardCount: row.card_count,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastStudiedAt: row.last_studied_at?.toISOString() ?? null,
    progress: { seen: row.seen, mastered: row.mastered, due: row.due },
  }
}

/** @throws ExpectedError `not_found` when it is not the student's, or deleted */
export async function readPack(
  { database: { db }, clock }: PackDeps,
  pack: PackOfOwner,
): Promise<PrivatePack> {
  const row = (await findPack(db, pack, clock())) ?? fail('not_found')
  const cards = await readCards(db, pack.packId)
  return {
    ...toSummary(row),
    cards: cards.map(({ id, markdown }) => ({ id, ...markdown })),
    catalogue: {
      packId: row.id,
      version: row.catalogue_version,
      chapters: [
        {
          ...onlyChapter,
          cards: cards.map(({ id, title, hash, preview }) => ({ id, title, hash, preview })),
        },
      ],
    },
  }
}

const refuseUnknownFields = async (
  db: Kysely<Schema>,
  fields: Parameters<typeof findUnknownField>[1],
): Promise<void> => {
  const field = await findUnknownField(db, fields)
  if (field) fail('invalid_input', { field: fieldName([field]) })
}

/** @throws ExpectedError `not_found` for the id of another student's pack, a public or a deleted one */
const isOwn = async (db: Kysely<Schema>, { packId, ownerId }: PackOfOwner): Promise<boolean> => {
  const row = await findOwner(db, packId)
  if (row && (row.owner_id !== ownerId || row.removed_at !== null)) fail('not_found')
  return row !== undefined
}

/** @throws ExpectedError `too_many_packs`, `invalid_input` */
const refuseUnmakeable = async (
  db: Kysely<Schema>,
  ownerId: string,
  fields: Parameters<typeof findUnknownField>[1],
): Promise<void> => {
  if ((await countPacks(db, ownerId)) >= maxPrivatePacks) {
    fail('too_many_packs', { limit: maxPrivatePacks })
  }
  if ((await countPacksEver(db, ownerId)) >= maxPrivatePacksEver) {
    fail('invalid_input', { field: '增加和删除过的私有卡包太多，请修改现有的卡包' })
  }
  await refuseUnknownFields(db, fields)
}

/**
 * Makes a pack, or changes nothing when the student has it already.
 * @throws ExpectedError `not_found` when the id or a card's is taken, `too_many_packs`, and what `prepareCards` throws
 */
export async function createPack(
  deps: CardDeps,
  ownerId: string,
  body: Input<'POST /private-packs'>,
): Promise<void> {
  const pack = { packId: body.packId, ownerId }
  if (await isOwn(deps.database.db, pack)) return
  const names = namesOf(body.title)
  await refuseUnmakeable(deps.database.db, ownerId, body)
  const parsed = await prepareCards(deps, pack, body.cards)
  await deps.database.transaction(async (tx) => {
    await lockOwner(tx, ownerId)
    if (await isOwn(tx, pack)) return
    await refuseUnmakeable(tx, ownerId, body)
    const now = deps.clock()
    const { gradeId, subjectId } = body
    if (!(await insertPack(tx, { ...pack, ...names, gradeId, subjectId, now }))) fail('not_found')
    await insertChapter(tx, pack.packId)
    await unlockForOwner(tx, pack, now)
    await mergeCards(deps, tx, pack, parsed)
  })
}

/** @throws ExpectedError `not_found`, `invalid_input` */
export async function changePack(
  { database, clock }: PackDeps,
  pack: PackOfOwner,
  { title, gradeId, subjectId }: Omit<Input<'PUT /private-packs/:packId'>, 'packId'>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const locked = await lockPack(tx, pack)
    if (!locked || locked.removed_at !== null) return fail('not_found')
    await refuseUnknownFields(tx, { gradeId, subjectId })
    const now = {
      title: locked.title,
      label: locked.label,
      gradeId: locked.grade_id,
      subjectId: locked.subject_id,
    }
    const next = {
      ...now,
      ...(title !== undefined && namesOf(title)),
      ...(gradeId !== undefined && { gradeId }),
      ...(subjectId !== undefined && { subjectId }),
    }
    if (!isDeepStrictEqual(now, next)) await updatePack(tx, pack.packId, next, clock())
  })
}

/** Deleting a deleted pack changes nothing. @throws ExpectedError `not_found` */
export async function deletePack({ database, clock }: PackDeps, pack: PackOfOwner): Promise<void> {
  return database.transaction(async (tx) => {
    const locked = (await lockPack(tx, pack)) ?? fail('not_found')
    if (locked.removed_at !== null) return
    await removeCards(tx, pack.packId, clock())
    await removePack(tx, pack, clock())
  })
}
