create table grades (
  id text primary key,
  position integer not null,
  name text not null,
  stage text not null
);

create table subjects (
  id text primary key,
  position integer not null,
  name text not null
);

create table knowledge_points (
  id text primary key,
  position integer not null,
  subject_id text not null references subjects (id),
  name text not null
);

create table teachers (
  id text primary key,
  subject_id text not null references subjects (id),
  name text not null,
  bio jsonb not null
);

-- owner_id is null for a public pack; a private pack belongs to its owner alone.
create table card_packs (
  id uuid primary key,
  slug text unique,
  owner_id uuid references students (id),
  title text not null,
  label text not null,
  summary text not null,
  intro jsonb not null,
  source text not null,
  grade_id text not null references grades (id),
  subject_id text not null references subjects (id),
  knowledge_point_id text not null references knowledge_points (id),
  teacher_id text references teachers (id),
  price_coins integer not null check (price_coins >= 0),
  card_count integer not null,
  preview_count integer not null,
  size_bytes integer not null,
  featured_position integer,
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  learner_count integer not null default 0,
  weekly_answers integer not null default 0,
  -- Chinese single characters and bigrams, pinyin, and initials of the title, knowledge point and teacher.
  search_grams text[] not null,
  search_text text not null,
  -- Hash of all that the catalogue shows: its ETag.
  catalogue_version text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Left the library: hidden from everyone but those who unlocked it before.
  removed_at timestamptz
);
create index card_packs_by_grade on card_packs (grade_id, subject_id, knowledge_point_id);
create index card_packs_by_teacher on card_packs (teacher_id);
create index card_packs_by_owner on card_packs (owner_id);
create index card_packs_by_grams on card_packs using gin (search_grams);

create table chapters (
  pack_id uuid not null references card_packs (id),
  id text not null,
  position integer not null,
  title text not null,
  primary key (pack_id, id)
);

-- A card that left its pack keeps its row, for the answers that point to it.
create table cards (
  id uuid primary key,
  pack_id uuid not null references card_packs (id),
  slug text not null,
  chapter_id text not null,
  position integer not null,
  title text not null,
  hash text not null,
  preview boolean not null,
  content jsonb not null,
  search_grams text[] not null,
  search_text text not null,
  removed_at timestamptz,
  unique (pack_id, slug)
);
create index cards_by_pack on cards (pack_id, position);
create index cards_by_grams on cards using gin (search_grams);

-- What the library loader last wrote, so that an unchanged library costs one read at start.
create table library_versions (
  id text primary key,
  version text not null,
  loaded_at timestamptz not null
);
