import { isId } from '#contract/wire.ts'
import { keyedById, pageAfter, type Section } from './export-section.ts'

const unlocks: Section = {
  ...keyedById('packId'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('unlocks as u')
      .innerJoin('card_packs as p', 'p.id', 'u.pack_id')
      .select([
        'u.pack_id as packId',
        'p.title as packTitle',
        'u.payment_method as paymentMethod',
        'u.charged',
        'u.unlocked_at as unlockedAt',
      ])
      .where('u.student_id', '=', studentId)
      .$call(pageAfter('u.pack_id', after, limit))
      .execute(),
}

const favorites: Section = {
  ...keyedById('packId'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('favorites as f')
      .innerJoin('card_packs as p', 'p.id', 'f.pack_id')
      .select(['f.pack_id as packId', 'p.title as packTitle', 'f.created_at as createdAt'])
      .where('f.student_id', '=', studentId)
      .$call(pageAfter('f.pack_id', after, limit))
      .execute(),
}

/** Deleted ones too, for as long as they are kept. */
const privatePacks: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('card_packs')
      .select([
        'id',
        'title',
        'grade_id as gradeId',
        'subject_id as subjectId',
        'card_count as cardCount',
        'created_at as createdAt',
        'updated_at as updatedAt',
        'removed_at as deletedAt',
      ])
      .where('owner_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

/** Pack by pack, so that a page reads one page of cards whatever else the student has made. */
const privateCards: Section = {
  // Both sides of a card may be long.
  rowsPerPage: 50,
  cursorOf: (row) => `${String(row['packId'])}:${String(row['id'])}`,
  isCursor: (cursor) => cursor.split(':').length === 2 && cursor.split(':').every(isId),
  read: async (db, { studentId, after, limit }) => {
    const [packId, cardId] = after?.split(':') ?? []
    return db
      .selectFrom((from) =>
        from
          .selectFrom('card_packs')
          .select('id')
          .where('owner_id', '=', studentId)
          .$if(packId !== undefined, (query) => query.where('id', '>=', packId!))
          .orderBy('id')
          .as('p'),
      )
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom('cards')
            .select(['id', 'pack_id', 'position', 'title', 'markdown', 'removed_at'])
            .whereRef('pack_id', '=', 'p.id')
            .$if(packId !== undefined, (query) =>
              query.where((row) => row.or([row('pack_id', '>', packId!), row('id', '>', cardId!)])),
            )
            .orderBy('id')
            .limit(limit)
            .as('c'),
        (join) => join.onTrue(),
      )
      .select([
        'c.pack_id as packId',
        'c.id',
        'c.position',
        'c.title',
        'c.markdown',
        'c.removed_at as deletedAt',
      ])
      .orderBy('p.id')
      .orderBy('c.id')
      .limit(limit)
      .execute()
  },
}

export const packSections = { unlocks, favorites, privatePacks, privateCards }
