import { keyedByDay, keyedById, type Section } from './export-section.ts'

const studyDays: Section = {
  ...keyedByDay,
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
        'goal_reached_at as goalReachedAt',
      ])
      .where('student_id', '=', studentId)
      .$if(after !== undefined, (query) => query.where('day', '>', after!))
      .orderBy('day')
      .limit(limit)
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
      .$if(after !== undefined, (query) => query.where('card_id', '>', after!))
      .orderBy('card_id')
      .limit(limit)
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
        'undone',
        'received_at as receivedAt',
      ])
      .where('student_id', '=', studentId)
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit)
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
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit)
      .execute(),
}

export const studySections = { studyDays, cardStates, studyAnswers, studyUndos }
