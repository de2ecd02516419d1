-- The balance always equals the sum of the ledger; both change in one transaction.
create table wallets (
  student_id uuid primary key references students (id),
  coins integer not null check (coins >= 0)
);

create table ledger_entries (
  student_id uuid not null references students (id),
  id uuid not null,
  kind text not null,
  -- What the entry is for, e.g. the pack or the study day: one entry of a kind per reference.
  reference text not null,
  amount integer not null,
  balance_after integer not null check (balance_after >= 0),
  created_at timestamptz not null,
  primary key (student_id, id),
  unique (student_id, kind, reference)
);

create table unlocks (
  student_id uuid not null references students (id),
  pack_id uuid not null references card_packs (id),
  payment_method text not null,
  charged integer not null,
  unlocked_at timestamptz not null,
  primary key (student_id, pack_id)
);
create index unlocks_by_pack on unlocks (pack_id);

create table favorites (
  student_id uuid not null references students (id),
  pack_id uuid not null references card_packs (id),
  created_at timestamptz not null,
  primary key (student_id, pack_id)
);
