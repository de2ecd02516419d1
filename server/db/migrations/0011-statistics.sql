-- The version of the student's record at which the counts below were brought up to date. Where it differs from
-- `version`, a process that does not know the counts wrote since: they are then counted anew from the answers.
alter table study_totals add column statistics_version bigint not null default 0;
alter table study_totals add column studied_days integer not null default 0;
alter table study_totals add column goals_reached integer not null default 0;
alter table study_totals add column learning_cards integer not null default 0;
alter table study_totals add column young_cards integer not null default 0;
alter table study_totals add column mature_cards integer not null default 0;

-- Answers of the day to cards in review, and how many of them were 困难 or better.
alter table study_days add column reviews integer not null default 0;
alter table study_days add column recalled integer not null default 0;

-- The same by pack: knowledge points are those that the packs have when somebody asks.
create table study_packs (
  student_id uuid not null references students (id),
  pack_id uuid not null references card_packs (id),
  reviews integer not null,
  recalled integer not null,
  -- Cards that were forgotten at least once.
  lapsed_cards integer not null,
  primary key (student_id, pack_id)
);

-- Study days in a row, as long as they can be: two rows of a student never meet.
create table study_streaks (
  student_id uuid not null references students (id),
  first_day date not null,
  last_day date not null,
  days integer not null,
  primary key (student_id, first_day)
);
create index study_streaks_by_days on study_streaks (student_id, days);

-- Holds all that counting due cards asks of a state, so that the table itself is not read.
drop index card_states_by_due;
create index card_states_by_due on card_states (student_id, due_at) include (pack_id, card_id) where reps > 0;

-- Work of which one process at a time takes its turn; it is free again after `until`.
create table task_leases (
  name text primary key,
  until timestamptz not null
);
