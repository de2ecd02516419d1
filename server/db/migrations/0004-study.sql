-- Locked for update by every change of a student's record: so versions commit in their order.
create table study_totals (
  student_id uuid primary key references students (id),
  version bigint not null default 0,
  xp integer not null default 0,
  answers integer not null default 0,
  duration_ms bigint not null default 0
);

create table study_answers (
  student_id uuid not null references students (id),
  id uuid not null,
  card_id uuid not null references cards (id),
  pack_id uuid not null references card_packs (id),
  session_id uuid not null,
  device_id uuid not null,
  rating smallint not null check (rating between 1 and 4),
  answered_at timestamptz not null,
  -- As the device sent it; differs where its clock was ahead of the server's.
  device_answered_at text not null,
  utc_offset_minutes smallint not null,
  day date not null,
  duration_ms integer not null,
  mode text not null,
  retention double precision not null,
  undone boolean not null default false,
  received_at timestamptz not null,
  primary key (student_id, id)
);
create index study_answers_by_card on study_answers (student_id, card_id, answered_at);
-- For the packs most studied in the last seven days.
create index study_answers_by_day on study_answers (day, pack_id);

-- An undo may arrive before the answer that it takes back.
create table study_undos (
  student_id uuid not null references students (id),
  id uuid not null,
  answer_id uuid not null,
  card_id uuid not null,
  undone_at timestamptz not null,
  received_at timestamptz not null,
  primary key (student_id, id)
);
create index study_undos_by_answer on study_undos (student_id, answer_id);

-- The fold of a card's answers. reps = 0: all of them were undone.
create table card_states (
  student_id uuid not null references students (id),
  card_id uuid not null references cards (id),
  pack_id uuid not null references card_packs (id),
  version bigint not null,
  phase text not null,
  due_at timestamptz not null,
  stability double precision not null,
  difficulty double precision not null,
  learning_step integer not null,
  reps integer not null,
  lapses integer not null,
  scheduled_days integer not null,
  last_answered_at timestamptz not null,
  introduced_on date not null,
  ever_correct boolean not null,
  xp integer not null,
  primary key (student_id, card_id)
);
create unique index card_states_by_version on card_states (student_id, version, card_id);
create index card_states_by_due on card_states (student_id, due_at);
create index card_states_by_pack on card_states (student_id, pack_id, due_at);
create index card_states_by_introduction on card_states (student_id, introduced_on);

create table study_days (
  student_id uuid not null references students (id),
  day date not null,
  answers integer not null,
  new_cards integer not null,
  duration_ms bigint not null,
  -- Answers that came in for the day, undone ones too. It only grows, so that whether the goal was
  -- reached does not depend on the order in which answers and undos arrive.
  received integer not null,
  goal_reached_at timestamptz,
  primary key (student_id, day)
);
