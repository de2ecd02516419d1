-- What a student thinks of a pack of the library: one review each. The pack's sums move in the same transaction.
create table pack_reviews (
  id uuid primary key,
  student_id uuid not null references students (id),
  pack_id uuid not null references card_packs (id),
  rating smallint not null check (rating between 1 and 5),
  comment text not null,
  likes integer not null default 0 check (likes >= 0),
  dislikes integer not null default 0 check (dislikes >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (student_id, pack_id)
);
create index pack_reviews_by_pack on pack_reviews (pack_id, created_at, id);

-- One row a student and review: so a like and a dislike exclude each other.
create table review_votes (
  student_id uuid not null references students (id),
  review_id uuid not null references pack_reviews (id),
  vote text not null check (vote in ('like', 'dislike')),
  voted_at timestamptz not null,
  primary key (student_id, review_id)
);
create index review_votes_by_review on review_votes (review_id);

-- How many reviews gave 1, 2, 3, 4, 5: counting them would cost more with every review.
alter table card_packs add column rating_counts integer[] not null default '{0,0,0,0,0}';

-- 报错. The hash is that of the card as it was, so that one sees whether it was mended since.
create table card_reports (
  student_id uuid not null references students (id),
  id uuid not null,
  pack_id uuid not null references card_packs (id),
  card_id uuid not null,
  card_hash text not null,
  problem text not null,
  comment text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (student_id, id)
);
create index card_reports_open on card_reports (card_id) where closed_at is null;

-- Exploration. A public card stands on the shelf 'grade/subject' of its pack; null: it is in no feed. Its two
-- keys never change, are spread evenly over all integers and know nothing of each other.
alter table cards add column feed_shelf text;
alter table cards add column feed_key_a integer
  generated always as (('x' || substr(md5(id::text), 1, 8))::bit(32)::integer) stored;
alter table cards add column feed_key_b integer
  generated always as (('x' || substr(md5(id::text), 9, 8))::bit(32)::integer) stored;
update cards set feed_shelf = p.grade_id || '/' || p.subject_id
  from card_packs p where p.id = cards.pack_id and p.owner_id is null and p.removed_at is null;
create index cards_by_feed_a on cards (feed_shelf, feed_key_a, id) where removed_at is null;
create index cards_by_feed_b on cards (feed_shelf, feed_key_b, id) where removed_at is null;
