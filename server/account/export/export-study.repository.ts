import { keyedByDay, keyedById, pageAfter, type Section } from './export-section.ts'

const studyDays: Section = {
  ...keyedByDay('day'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('study_days')
      .select([
        'day',
        'answers',
        'new_cards as newCards',
        'duration_ms as durationMs',
        'received',
        'reviews',
        'recalled',
        'cards',
        'plan_cards as planCards',
        'goal_reached_at as goalReachedAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('day', after, limit))
      .execute(),
}

const cardStates: Section = {
  ...keyedById('cardId'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('card_states')
      .select([
        'card_id as cardId',
        'pack_id as packId',
        'phase',
        'due_at as dueAt',
        'stability',
        'difficulty',
        'learning_step as learningStep',
        'reps',
        'lapses',
        'scheduled_days as scheduledDays',
        'last_answered_at as lastAnsweredAt',
        'introduced_on as introducedOn',
        'ever_correct as everCorrect',
        'xp',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('card_id', after, limit))
      .execute(),
}

const studyAnswers: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('study_answers')
      .select([
        'id',
        'card_id as cardId',
        'pack_id as packId',
        'session_id as sessionId',
        'device_id as deviceId',
        'rating',
        'answered_at as answeredAt',
        'device_answered_at as deviceAnsweredAt',
        'utc_offset_minutes as utcOffsetMinutes',
        'day',
        'duration_ms as durationMs',
        'mode',
        'retention',
        'plan_cards as planCards',
        'undone',
        'received_at as receivedAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

const studyUndos: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('study_undos')
      .select([
        'id',
        'answer_id as answerId',
        'card_id as cardId',
        'undone_at as undoneAt',
        'received_at as receivedAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

/** Packs that are no longer there have no title. */
const studyPacks: Section = {
  ...keyedById('packId'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('study_packs as s')
      .leftJoin('card_packs as p', 'p.id', 's.pack_id')
      .select([
        's.pack_id as packId',
        'p.title as packTitle',
        's.reviews',
        's.recalled',
        's.lapsed_cards as lapsedCards',
        's.seen_cards as seenCards',
      ])
      .where('s.student_id', '=', studentId)
      .$call(pageAfter('s.pack_id', after, limit))
      .execute(),
}

/** Study days in a row. */
const studyStreaks: Section = {
  ...keyedByDay('firstDay'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('study_streaks')
      .select(['first_day as firstDay', 'last_day as lastDay', 'days'])
      .where('student_id', '=', studentId)
      .$call(pageAfter('first_day', after, limit))
      .execute(),
}

export const studySections = { studyDays, studyStreaks, studyPacks, cardStates, studyAnswers, studyUndos }
